package dev.cloche.workspace;

/** The archives that a workspace can be filled from and written to. */
public enum ArchiveFormat {
  /** A tar archive: POSIX, GNU or old. */
  TAR,
  /** A tar archive, compressed with gzip. */
  TAR_GZIP,
  /**
   * A zip archive. It is read from its beginning, as a stream: what counts are the headers beside
   * the data, not the directory at the end.
   */
  ZIP
}
