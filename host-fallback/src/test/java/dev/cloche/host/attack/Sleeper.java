package dev.cloche.host.attack;

import dev.cloche.host.NativeBackend;
import dev.cloche.host.NativeCommand;
import dev.cloche.host.NativeOptions;
import dev.cloche.host.NativeResult;
import dev.cloche.host.NativeSession;
import dev.cloche.workspace.Workspace;
import dev.cloche.workspace.WorkspaceLimits;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A JVM that is to be killed while its command sleeps. */
final class Sleeper {
  private Sleeper() {}

  public static void main(String[] arguments) throws Exception {
    System.setProperty("java.io.tmpdir", Files.createTempDirectory("sleeper-").toString());
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
      while (ProcessHandle.current()
          .descendants()
          .noneMatch(each -> each.info().commandLine().orElse("").startsWith("sleep"))) {
        Thread.onSpinWait();
      }
      System.out.print('1');
      System.out.flush();
      command.join();
    }
  }

  /** Removes what a JVM that was killed could not: empty groups, and files. */
  static void cleanUp(long pid) throws IOException {
    for (Path controller : List.of(Path.of("/sys/fs/cgroup"))) {
      try (Stream<Path> all = Files.walk(controller, 5)) {
        List<Path> groups =
            all.filter(Files::isDirectory)
                .filter(each -> each.toString().contains("/cloche-" + pid + "-"))
                .sorted(Comparator.reverseOrder())
                .toList();
        for (Path each : groups) {
          Files.delete(each);
        }
      }
    }
    Path temporary = Path.of(System.getProperty("java.io.tmpdir"));
    try (DirectoryStream<Path> all = Files.newDirectoryStream(temporary, "sleeper-*")) {
      for (Path each : all) {
        delete(each);
      }
    }
  }

  private static void delete(Path directory) throws IOException {
    try (Stream<Path> all = Files.walk(directory)) {
      for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(each);
      }
    }
  }
}
