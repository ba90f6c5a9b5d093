package dev.cloche.replay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cloche.Engine;
import dev.cloche.Execution;
import dev.cloche.PluginFunction;
import dev.cloche.Tool;
import dev.cloche.run.Wat;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Calls that were recorded once, with an engine of then, end the same with this one. To add one,
 * put {@code NAME.json} and the text of its module, {@code NAME.wat}, into the directory.
 */
@Tag("one-jdk")
class RecordedCallsTest {

  private static final Path DIRECTORY = Path.of("src/test/recordings");

  static List<Path> recordings() {
    try (Stream<Path> all = Files.list(DIRECTORY)) {
      return all.filter(path -> path.toString().endsWith(".json")).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Tool module(Path recording) throws IOException {
    String name = String.valueOf(recording.getFileName()).replaceFirst("json\\z", "wat");
    return Tool.of("module", Wat.wasm(Files.readString(recording.resolveSibling(name))));
  }

  private static Verdict replayed(Path file, Execution how) throws IOException {
    Recording recording = Recording.read(file);
    try (Engine engine =
        Engine.builder()
            .execution(how)
            .pluginFunctions(recording.functions().toArray(PluginFunction[]::new))
            .build()) {
      return recording.replay(engine, module(file));
    }
  }

  @ParameterizedTest
  @MethodSource("recordings")
  void recordedCall_compiled_isTheSame(Path file) throws IOException {
    Verdict verdict = replayed(file, Execution.COMPILED);

    assertTrue(verdict.isSame(), verdict::message);
  }

  @ParameterizedTest
  @MethodSource("recordings")
  void recordedCall_interpreted_isTheSame(Path file) throws IOException {
    Verdict verdict = replayed(file, Execution.INTERPRETED);

    assertTrue(verdict.isSame(), verdict::message);
  }

  @Test
  void recordings_areOfSeveralEnds() throws IOException {
    List<Path> all = recordings();

    assertTrue(all.size() >= 3, all::toString);
    for (Path file : all) {
      Recording recording = Recording.read(file);
      String name = String.valueOf(file.getFileName());
      assertEquals(name.startsWith("deadline"), recording.outcome().id().equals("limit-exceeded"));
    }
  }

  /** A control: the same recordings say so where the module does something else. */
  @ParameterizedTest
  @EnumSource(
      value = Execution.class,
      names = {"COMPILED", "INTERPRETED"})
  void recordedCall_whoseEndIsAnother_isDifferent(Execution how) throws IOException {
    Recording recording = Recording.read(DIRECTORY.resolve("files-and-requests.json"));
    Sheet sheet = recording.sheet();
    Sheet.EndPart end = sheet.end();
    byte[] stdout = end.stdout().clone();
    stdout[stdout.length / 2] ^= 1;
    try (Engine engine = Engine.builder().execution(how).build()) {
      Verdict verdict =
          Recording.of(Changed.stdout(sheet, stdout))
              .replay(engine, module(DIRECTORY.resolve("files-and-requests.json")));

      Difference difference = verdict.difference().orElseThrow();
      assertEquals("stdout", difference.what());
      assertEquals(stdout.length / 2, difference.offset());
    }
  }
}
