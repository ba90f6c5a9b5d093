package dev.cloche.wasi;

import java.util.ArrayList;
import java.util.List;

/** The names of preview1 for the values of flags, rights and enumerations, by bit or by number. */
final class TraceNames {
  static final List<String> LOOKUP = List.of("FOLLOW");
  static final List<String> OPEN = List.of("CREAT", "DIRECTORY", "EXCL", "TRUNC");
  static final List<String> FD = List.of("APPEND", "DSYNC", "NONBLOCK", "RSYNC", "SYNC");
  static final List<String> TIMES = List.of("ATIM", "ATIM_NOW", "MTIM", "MTIM_NOW");
  static final List<String> FETCH = List.of("NO_REDIRECTS");
  static final List<String> CLOCK =
      List.of("REALTIME", "MONOTONIC", "PROCESS_CPUTIME", "THREAD_CPUTIME");
  static final List<String> WHENCE = List.of("SET", "CUR", "END");
  static final List<String> ADVICE =
      List.of("NORMAL", "SEQUENTIAL", "RANDOM", "WILLNEED", "DONTNEED", "NOREUSE");
  static final List<String> EVENT = List.of("CLOCK", "FD_READ", "FD_WRITE");
  static final List<String> FILE_TYPE =
      List.of(
          "UNKNOWN",
          "BLOCK_DEVICE",
          "CHARACTER_DEVICE",
          "DIRECTORY",
          "REGULAR_FILE",
          "SOCKET_DGRAM",
          "SOCKET_STREAM",
          "SYMBOLIC_LINK");
  static final List<String> SIGNAL =
      List.of(
          "NONE", "HUP", "INT", "QUIT", "ILL", "TRAP", "ABRT", "BUS", "FPE", "KILL", "USR1", "SEGV",
          "USR2", "PIPE", "ALRM", "TERM", "CHLD", "CONT", "STOP", "TSTP", "TTIN", "TTOU", "URG",
          "XCPU", "XFSZ", "VTALRM", "PROF", "WINCH", "POLL", "PWR", "SYS");
  static final List<String> RIGHTS =
      List.of(
          "FD_DATASYNC",
          "FD_READ",
          "FD_SEEK",
          "FD_FDSTAT_SET_FLAGS",
          "FD_SYNC",
          "FD_TELL",
          "FD_WRITE",
          "FD_ADVISE",
          "FD_ALLOCATE",
          "PATH_CREATE_DIRECTORY",
          "PATH_CREATE_FILE",
          "PATH_LINK_SOURCE",
          "PATH_LINK_TARGET",
          "PATH_OPEN",
          "FD_READDIR",
          "PATH_READLINK",
          "PATH_RENAME_SOURCE",
          "PATH_RENAME_TARGET",
          "PATH_FILESTAT_GET",
          "PATH_FILESTAT_SET_SIZE",
          "PATH_FILESTAT_SET_TIMES",
          "FD_FILESTAT_GET",
          "FD_FILESTAT_SET_SIZE",
          "FD_FILESTAT_SET_TIMES",
          "PATH_SYMLINK",
          "PATH_REMOVE_DIRECTORY",
          "PATH_UNLINK_FILE",
          "POLL_FD_READWRITE",
          "SOCK_SHUTDOWN",
          "SOCK_ACCEPT");

  private static final long ALL_RIGHTS = (1L << RIGHTS.size()) - 1;

  /** Many rights under one name. */
  private record Set(String name, long bits) {}

  private static final List<Set> SETS =
      List.of(new Set("DIRECTORY", Rights.DIRECTORY), new Set("FILE", Rights.FILE));

  private TraceNames() {}

  /** Returns the name of a value, or its number if it has none. */
  static String value(List<String> names, long value) {
    return value >= 0 && value < names.size() ? names.get((int) value) : Long.toString(value);
  }

  /** Returns the names of the bits that are set, and in hexadecimal those without a name. */
  static String flags(List<String> names, long bits) {
    List<String> set = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      if ((bits >> i & 1) != 0) {
        set.add(names.get(i));
      }
    }
    long unnamed = bits & -1L << names.size();
    if (unnamed != 0) {
      set.add(TraceText.hex(unnamed));
    }
    return String.join("|", set);
  }

  /**
   * Returns {@link #flags} of rights, or {@code 0}. What stands for many: {@code ALL}, and {@code
   * DIRECTORY} and {@code FILE} for all that can be done with one.
   */
  static String rights(long bits) {
    if ((bits & ALL_RIGHTS) == ALL_RIGHTS) {
      return "ALL";
    }
    for (Set set : SETS) {
      if ((bits & set.bits()) == set.bits()) {
        String rest = flags(RIGHTS, bits & ~set.bits());
        return rest.isEmpty() ? set.name() : set.name() + "|" + rest;
      }
    }
    return some(flags(RIGHTS, bits));
  }

  /** Returns a text, or {@code 0} if it is empty. */
  static String some(String text) {
    return text.isEmpty() ? "0" : text;
  }
}
