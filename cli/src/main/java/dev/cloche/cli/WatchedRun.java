package dev.cloche.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.ClosedWatchServiceException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchEvent;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Runs a tool again whenever its file, or what lies beside it by the same name, changes.
 *
 * <p>The folder is watched and not the file: builds replace files. Changes that follow each other
 * within {@link #SETTLE_MILLIS} are one, so that no half-written module is run.
 */
final class WatchedRun {

  private static final long SETTLE_MILLIS = 60;

  private final Host host;

  WatchedRun(Host host) {
    this.host = host;
  }

  /**
   * Runs until it is interrupted; returns the status to end with.
   *
   * @param tool the file
   * @param once one run, which returns its status
   */
  int run(String tool, IntSupplier once) throws IOException {
    Path file = ToolFile.existing(tool).toAbsolutePath();
    Path folder = file.getParent();
    Set<String> names = names(String.valueOf(file.getFileName()));
    try (WatchService changes = folder.getFileSystem().newWatchService()) {
      WatchKey unused =
          folder.register(
              changes, StandardWatchEventKinds.ENTRY_CREATE, StandardWatchEventKinds.ENTRY_MODIFY);
      while (true) {
        complainOrRun(once);
        host.interruption().idle(() -> close(changes));
        if (host.interruption().isRequested() || !awaitChange(changes, names)) {
          return ExitStatus.CANCELLED;
        }
        if (Files.isRegularFile(file)) {
          host.streams().errWriter().println(Complaints.line(tool + " changed"));
        }
      }
    }
  }

  /** In the middle of a build the file may be missing or broken: that is said, and waited out. */
  private void complainOrRun(IntSupplier once) {
    try {
      int unused = once.getAsInt();
    } catch (UsageException wrong) {
      wrong.lines().forEach(line -> host.streams().errWriter().println(Complaints.line(line)));
    }
  }

  private static Set<String> names(String file) {
    return Set.of(file, file + ".json", file + ToolLocator.SIGNATURE);
  }

  /** Returns whether something changed; if not, the watch was ended. */
  private static boolean awaitChange(WatchService changes, Set<String> names) {
    try {
      boolean changed = false;
      while (true) {
        WatchKey key =
            changed ? changes.poll(SETTLE_MILLIS, TimeUnit.MILLISECONDS) : changes.take();
        if (key == null) {
          return true;
        }
        for (WatchEvent<?> event : key.pollEvents()) {
          changed |= isMeant(event, names);
        }
        if (!key.reset()) {
          return false; // the folder is gone
        }
      }
    } catch (ClosedWatchServiceException ended) {
      return false;
    } catch (InterruptedException ended) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** Events that were lost may have been any. */
  private static boolean isMeant(WatchEvent<?> event, Set<String> names) {
    @Nullable Object context = event.context();
    return context == null || names.contains(context.toString());
  }

  private static void close(WatchService changes) {
    try {
      changes.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
