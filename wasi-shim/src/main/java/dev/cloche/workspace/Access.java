package dev.cloche.workspace;

/** What a guest may do with files that were copied in from the host. */
public enum Access {
  /** Read them; every change answers {@code EROFS}, and they keep their place. */
  READ,
  /** Change them like its own files; the host's files are not touched. */
  OVERLAY
}
