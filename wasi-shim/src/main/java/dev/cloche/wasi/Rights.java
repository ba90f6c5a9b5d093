package dev.cloche.wasi;

/** The rights of preview1, as bits. A descriptor's rights only ever shrink. */
final class Rights {
  static final long FD_DATASYNC = 1L << 0;
  static final long FD_READ = 1L << 1;
  static final long FD_SEEK = 1L << 2;
  static final long FD_FDSTAT_SET_FLAGS = 1L << 3;
  static final long FD_SYNC = 1L << 4;
  static final long FD_TELL = 1L << 5;
  static final long FD_WRITE = 1L << 6;
  static final long FD_ADVISE = 1L << 7;
  static final long FD_ALLOCATE = 1L << 8;
  static final long PATH_CREATE_DIRECTORY = 1L << 9;
  static final long PATH_CREATE_FILE = 1L << 10;
  static final long PATH_LINK_SOURCE = 1L << 11;
  static final long PATH_LINK_TARGET = 1L << 12;
  static final long PATH_OPEN = 1L << 13;
  static final long FD_READDIR = 1L << 14;
  static final long PATH_READLINK = 1L << 15;
  static final long PATH_RENAME_SOURCE = 1L << 16;
  static final long PATH_RENAME_TARGET = 1L << 17;
  static final long PATH_FILESTAT_GET = 1L << 18;
  static final long PATH_FILESTAT_SET_SIZE = 1L << 19;
  static final long PATH_FILESTAT_SET_TIMES = 1L << 20;
  static final long FD_FILESTAT_GET = 1L << 21;
  static final long FD_FILESTAT_SET_SIZE = 1L << 22;
  static final long FD_FILESTAT_SET_TIMES = 1L << 23;
  static final long PATH_SYMLINK = 1L << 24;
  static final long PATH_REMOVE_DIRECTORY = 1L << 25;
  static final long PATH_UNLINK_FILE = 1L << 26;
  static final long POLL_FD_READWRITE = 1L << 27;

  /** What cannot change a file and tells no content: every file descriptor may do it. */
  private static final long FILE_ALWAYS =
      FD_SEEK | FD_TELL | FD_ADVISE | FD_FDSTAT_SET_FLAGS | FD_FILESTAT_GET | POLL_FD_READWRITE;

  /** What one who may write can do anyway; toolchains of today ask for {@link #FD_WRITE} alone. */
  private static final long FILE_WRITER =
      FD_DATASYNC | FD_SYNC | FD_ALLOCATE | FD_FILESTAT_SET_SIZE | FD_FILESTAT_SET_TIMES;

  /** All that can be done with a file. */
  static final long FILE = FD_READ | FD_WRITE | FILE_ALWAYS | FILE_WRITER;

  /** All that can be done with a directory. */
  static final long DIRECTORY =
      FD_FDSTAT_SET_FLAGS
          | FD_SYNC
          | FD_DATASYNC
          | FD_READDIR
          | FD_FILESTAT_GET
          | FD_FILESTAT_SET_TIMES
          | PATH_CREATE_DIRECTORY
          | PATH_CREATE_FILE
          | PATH_LINK_SOURCE
          | PATH_LINK_TARGET
          | PATH_OPEN
          | PATH_READLINK
          | PATH_RENAME_SOURCE
          | PATH_RENAME_TARGET
          | PATH_FILESTAT_GET
          | PATH_FILESTAT_SET_SIZE
          | PATH_FILESTAT_SET_TIMES
          | PATH_SYMLINK
          | PATH_REMOVE_DIRECTORY
          | PATH_UNLINK_FILE
          | POLL_FD_READWRITE;

  /** What can be done with a file without changing it. */
  static final long FILE_UNCHANGED = FD_READ | FILE_ALWAYS;

  /** What can be done with a directory and what is in it without changing them. */
  static final long DIRECTORY_UNCHANGED =
      FD_FDSTAT_SET_FLAGS
          | FD_READDIR
          | FD_FILESTAT_GET
          | PATH_OPEN
          | PATH_READLINK
          | PATH_FILESTAT_GET
          | POLL_FD_READWRITE;

  /** Standard input. */
  static final long INPUT = FD_READ | FD_FDSTAT_SET_FLAGS | FD_FILESTAT_GET | POLL_FD_READWRITE;

  /** Standard output and error. */
  static final long OUTPUT = FD_WRITE | FD_FDSTAT_SET_FLAGS | FD_FILESTAT_GET | POLL_FD_READWRITE;

  private Rights() {}

  /**
   * Returns the rights of a new file descriptor, within what its directory hands on; what every
   * file descriptor may do needs no handing on: wasi-testsuite path_link.
   */
  static long ofFile(long asked, long inherited) {
    long implied = (asked & FD_WRITE) == 0 ? 0 : FILE_WRITER;
    return ((asked | implied) & FILE & inherited) | FILE_ALWAYS;
  }

  /** Returns the rights of a new directory descriptor, within what its directory hands on. */
  static long ofDirectory(long asked, long inherited) {
    return (asked | FD_FILESTAT_GET) & DIRECTORY & inherited;
  }
}
