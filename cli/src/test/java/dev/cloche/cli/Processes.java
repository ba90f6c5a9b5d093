package dev.cloche.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The processes that this JVM has started. */
final class Processes {

  private Processes() {}

  /** Whoever ran sandboxes has let go of all of them; what only waits to be reaped is gone. */
  static void assertNoneLeft() {
    List<String> left =
        ProcessHandle.current()
            .descendants()
            .map(process -> commandLine(process.pid()))
            .filter(line -> !line.isBlank())
            .toList();
    assertEquals(List.of(), left);
  }

  private static String commandLine(long pid) {
    try {
      return Files.readString(
          Path.of("/proc", Long.toString(pid), "cmdline"), StandardCharsets.ISO_8859_1);
    } catch (IOException gone) {
      return "";
    }
  }
}
