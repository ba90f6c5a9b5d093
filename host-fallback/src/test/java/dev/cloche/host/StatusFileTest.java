package dev.cloche.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StatusFileTest {
  @TempDir Path directory;

  private StatusFile status(String text) throws IOException {
    return new StatusFile(Files.writeString(directory.resolve("status"), text));
  }

  @Test
  void aReport_hasProcessAndExitStatus() throws IOException {
    StatusFile whole =
        status("{ \"child-pid\": 4711, \"mnt-namespace\": 42 }\n{ \"exit-code\": 137 }\n");
    assertEquals(OptionalLong.of(4711), whole.sandboxProcess());
    assertEquals(OptionalInt.of(137), whole.exitStatus());
  }

  @Test
  void withoutTheSecondLine_thereIsNoExitStatus() throws IOException {
    StatusFile first = status("{ \"child-pid\": 4711 }\n");
    assertEquals(OptionalLong.of(4711), first.sandboxProcess());
    assertEquals(OptionalInt.empty(), first.exitStatus());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "\"exit-code\"",
        "\"exit-code\" 0",
        "\"exit-code\":",
        "\"exit-code\": ",
        "\"exit-code\": x0",
        "\"exit-code\": -1",
        "\"exit-code\": 1234567890",
        "exit-code: 0"
      })
  void whatIsNoReport_tellsNothing(String text) throws IOException {
    assertEquals(OptionalInt.empty(), status(text).exitStatus());
  }

  /** What does not fit the first piece that is read is read all the same. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 1023, 1024, 1025, 2048, 5000})
  void aFileOfTheKernel_isReadWhole(int length) throws IOException {
    String text = "x".repeat(length);
    Path file = Files.writeString(directory.resolve("file"), text);
    assertEquals(text, KernelFile.read(file));
    assertEquals(text, KernelFile.read(directory, "file"));
    assertEquals(length == 0, KernelFile.isEmpty(directory, "file"));
  }

  @Test
  void aFileThatIsMissing_isToldFromOneThatIsClosed() {
    Path missing = directory.resolve("missing");
    assertThrows(NoSuchFileException.class, () -> KernelFile.read(missing));
    assertThrows(NoSuchFileException.class, () -> KernelFile.isEmpty(directory, "missing"));
    IOException closed = assertThrows(IOException.class, () -> KernelFile.read(directory));
    assertTrue(!(closed instanceof NoSuchFileException));
  }
}
