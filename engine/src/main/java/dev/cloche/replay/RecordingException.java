package dev.cloche.replay;

/**
 * A recording that is none, is damaged, or cannot be replayed here. The message is one sentence:
 * the place, what is there, and what would be right.
 */
public final class RecordingException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  RecordingException(String message) {
    super(message);
  }
}
