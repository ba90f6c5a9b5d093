package dev.cloche.run;

import dev.cloche.wasi.Wasi;
import java.util.Set;

/**
 * Which calls of the host start-up code may make: those whose answers are the same in every call,
 * or that leave nothing behind. See {@link WarmUp}.
 */
final class StartUpCalls {

  /** What is forgotten, or is fixed here and asked again by whoever needs it in a call. */
  private static final Set<String> HARMLESS =
      Set.of("clock_res_get", "clock_time_get", "random_get", "sched_yield");

  /** Harmless on the standard streams, which are open in every call. */
  private static final Set<String> OF_STREAMS = Set.of("fd_fdstat_get", "fd_write");

  /** Harmless where a tool has files: they only look. */
  private static final Set<String> LOOKING =
      Set.of(
          "environ_get",
          "environ_sizes_get",
          "fd_advise",
          "fd_fdstat_get",
          "fd_filestat_get",
          "fd_pread",
          "fd_prestat_dir_name",
          "fd_prestat_get",
          "fd_readdir",
          "fd_seek",
          "fd_tell",
          "path_filestat_get",
          "path_readlink");

  private static final int STREAMS = 3;

  /** The flags of {@code path_open} that make or cut a file. */
  private static final int CHANGES = 1 | 1 << 3;

  private static final int OPEN_FLAGS = 4;

  private final Wasi wasi;
  private final int openAtFirst;
  private final boolean files;

  StartUpCalls(Wasi wasi) {
    this.wasi = wasi;
    this.openAtFirst = wasi.openDescriptors();
    this.files = openAtFirst > STREAMS;
  }

  boolean isHarmless(String name, long[] arguments) {
    return HARMLESS.contains(name)
        || (OF_STREAMS.contains(name) && isBelow(STREAMS, arguments))
        || (files && isHarmlessWithFiles(name, arguments));
  }

  private boolean isHarmlessWithFiles(String name, long[] arguments) {
    return switch (name) {
      case "path_open" -> ((int) arguments[OPEN_FLAGS] & CHANGES) == 0;
      case "fd_read" -> !isBelow(STREAMS, arguments);
      // Those that every call begins with stay open.
      case "fd_close" -> !isBelow(openAtFirst, arguments);
      default -> LOOKING.contains(name);
    };
  }

  private static boolean isBelow(int number, long[] arguments) {
    return Integer.compareUnsigned((int) arguments[0], number) < 0;
  }

  /** Ends start-up if it left a file open, which no call would find open. */
  void requireNothingOpen() {
    if (wasi.openDescriptors() != openAtFirst) {
      throw new NotAtStartUp("it leaves files open");
    }
  }
}
