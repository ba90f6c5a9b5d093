package dev.cloche.host;

/** How a native command ended. */
public sealed interface NativeEnding {
  /**
   * It ended by itself.
   *
   * @param status its exit status; 128 and the number of the signal, if one ended it
   */
  record Exited(int status) implements NativeEnding {}

  /**
   * A limit ended it, or made it fail.
   *
   * @param which the limit
   * @param limit its value, in the unit that {@link NativeLimit} names
   * @param used how much was used when it ended
   */
  record LimitExceeded(NativeLimit which, long limit, long used) implements NativeEnding {}

  /**
   * It was not started.
   *
   * @param reason why
   * @param message the same in words, with what would help
   */
  record Refused(NativeRefusal reason, String message) implements NativeEnding {}

  /** It was killed, since the thread that waited was interrupted, or the session closed. */
  record Cancelled() implements NativeEnding {}

  /**
   * The sandbox failed, not the command: nothing it may have done is to be relied on.
   *
   * @param message what failed
   */
  record Failed(String message) implements NativeEnding {}
}
