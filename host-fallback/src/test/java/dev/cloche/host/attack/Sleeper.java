package dev.cloche.host.attack;

import dev.cloche.host.NativeBackend;
import dev.cloche.host.NativeCommand;
import dev.cloche.host.NativeOptions;
import dev.cloche.host.NativeResult;
import dev.cloche.host.NativeSession;
import dev.cloche.workspace.Workspace;
import dev.cloche.workspace.WorkspaceLimits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A JVM that is to be killed while its command sleeps. */
final class Sleeper {
  private Sleeper() {}

  public static void main(String[] arguments) throws Exception {
    try (NativeBackend backend = NativeBackend.create(NativeOptions.defaults());
        Workspace workspace = Workspace.inMemory(WorkspaceLimits.defaults());
        NativeSession session = backend.openSession(workspace)) {
      Thread command =
          new Thread(
              () -> {
                NativeResult result = session.run(NativeCommand.of("sleep", "1000"), Arena.LIMITS);
                throw new IllegalStateException(result.toString());
              });
      command.start();
      while (command.isAlive()
          && ProcessHandle.current()
              .descendants()
              .noneMatch(each -> each.info().command().orElse("").endsWith("/sleep"))) {
        Thread.onSpinWait();
      }
      System.out.print(command.isAlive() ? '1' : '0');
      System.out.flush();
      command.join();
    }
  }

  /** Removes what a JVM that was killed could not: empty groups, and files. */
  static void cleanUp(long pid, Path files) throws IOException {
    List<Path> groups;
    try (Stream<Path> all =
        Files.find(Path.of("/sys/fs/cgroup"), 9, (path, of) -> of.isDirectory())) {
      groups =
          all.filter(each -> each.toString().contains("/cloche-" + pid + "-"))
              .sorted(Comparator.reverseOrder())
              .toList();
    }
    for (Path each : groups) {
      Files.delete(each);
    }
    delete(files);
  }

  private static void delete(Path directory) throws IOException {
    try (Stream<Path> all = Files.walk(directory)) {
      for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(each);
      }
    }
  }
}
