package dev.cloche.host;

import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Reads and writes the files that control groups consist of. */
final class GroupFiles {
  /** The kernel is busy with a group for some milliseconds after its last process. */
  private static final long REMOVE_PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(5);

  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

  private GroupFiles() {}

  static void write(Path directory, String file, String value) throws IOException {
    Files.writeString(directory.resolve(file), value, StandardOpenOption.WRITE);
  }

  static String read(Path directory, String file) throws IOException {
    return KernelFile.read(directory, file).strip();
  }

  /** Tells whether no process is listed in a group; none is in one that is gone. */
  static boolean isWithoutProcesses(Path directory) throws IOException {
    try {
      return KernelFile.isEmpty(directory, "cgroup.procs");
    } catch (NoSuchFileException gone) {
      return true;
    }
  }

  /** Returns a number, or 0 where this kernel has no such file. */
  static long number(Path directory, String file) throws IOException {
    try {
      String text = read(directory, file);
      return text.equals("max") ? Long.MAX_VALUE : Long.parseLong(text);
    } catch (NoSuchFileException olderKernel) {
      return 0;
    }
  }

  /** Returns the value of a key in a file of lines of a key and a number; 0 where it is missing. */
  static long keyed(Path directory, String file, String key) throws IOException {
    try {
      for (String line : read(directory, file).split("\n", -1)) {
        if (line.startsWith(key + " ")) {
          return Long.parseLong(line.substring(key.length() + 1));
        }
      }
      return 0;
    } catch (NoSuchFileException olderKernel) {
      return 0;
    }
  }

  /** Fails where the kernel holds to a larger number, or none. */
  static void requireAtMost(Path directory, String file, long most) throws IOException {
    String held = read(directory, file);
    if (!held.matches("[0-9]+") || Long.parseLong(held) > most) {
      throw new IOException("the kernel holds to %s in %s".formatted(held, file));
    }
  }

  /** Removes a directory of groups; waits while the kernel is busy with it. */
  static void remove(Path directory) {
    long end = System.nanoTime() + REMOVE_PATIENCE_NANOS;
    while (true) {
      try {
        Files.deleteIfExists(directory);
        return;
      } catch (DirectoryNotEmptyException groupsBelow) {
        return;
      } catch (IOException busy) {
        if (System.nanoTime() - end > 0) {
          return;
        }
        LockSupport.parkNanos(PAUSE_NANOS);
      }
    }
  }

  /** Kills what is listed in {@code cgroup.procs}. */
  static void killListed(Path directory) throws IOException {
    for (String pid : Files.readAllLines(directory.resolve("cgroup.procs"))) {
      ProcessHandle.of(Long.parseLong(pid)).ifPresent(GroupFiles::kill);
    }
  }

  static void kill(ProcessHandle process) {
    if (process.pid() != ProcessHandle.current().pid()) {
      boolean sent = process.destroyForcibly();
      assert sent || !process.isAlive();
    }
  }
}
