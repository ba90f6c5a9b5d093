package dev.cloche.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cloche.Call;
import dev.cloche.Execution;
import dev.cloche.Limits;
import dev.cloche.Tool;
import dev.cloche.ToolManifest;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What of the command line reaches the engine, and what of the guest reaches the streams. */
class RunCommandTest {

  @TempDir Path directory;
  private String tool = "";
  private final FakeEngine engine = FakeEngine.answering(Outcomes.completed(0));

  @BeforeEach
  void writeTool() throws IOException {
    tool = Files.write(directory.resolve("guest.wasm"), new byte[] {1, 2}).toString();
  }

  @Test
  void run_withoutOptions_givesDefaultsAndNothingElse() {
    Invocation run = Invocation.of(engine, "run", tool);

    assertEquals(0, run.status());
    assertEquals(Limits.defaults(), engine.limits());
    assertEquals(Execution.TIERED, engine.execution);
    assertEquals("guest", engine.tool.map(Tool::name).orElseThrow());
    assertEquals(engine.tool, engine.expected);
    assertEquals(List.of(), call().arguments());
    assertEquals(Map.of(), call().environment());
    assertEquals(OptionalLong.empty(), call().seed());
    assertEquals(2, engine.closed);
  }

  @Test
  void run_allThatFollowsTheTool_belongsToTheGuest() {
    String[] guest = {
      "--fuel", "1", "--json", "--", "-x", "", "@args", "--help", "run", "'q'", "é"
    };
    String[] all = new String[guest.length + 2];
    all[0] = "run";
    all[1] = tool;
    System.arraycopy(guest, 0, all, 2, guest.length);

    Invocation run = Invocation.of(engine, all);

    assertEquals(0, run.status(), run.err());
    assertEquals(List.of(guest), call().arguments());
    assertEquals(Limits.defaults(), engine.limits());
  }

  @Test
  void run_everyOption_reachesTheCall() {
    Invocation run =
        Invocation.of(
            engine,
            "run",
            "--fuel",
            "2M",
            "--wall=250ms",
            "--memory",
            "1Mi",
            "--output",
            "0",
            "--env",
            "A=1",
            "--env",
            "B=x=y",
            "--env",
            "C=",
            "--seed",
            "-42",
            "--execution",
            "interpreted",
            "--mount",
            directory + ":/in",
            "--mount",
            directory + ":/out:overlay",
            tool,
            "arg");

    assertEquals(0, run.status(), run.err());
    assertEquals(new Limits(2_000_000, Duration.ofMillis(250), 1 << 20, 0), engine.limits());
    assertEquals(Map.of("A", "1", "B", "x=y", "C", ""), call().environment());
    assertEquals(OptionalLong.of(-42), call().seed());
    assertEquals(Execution.INTERPRETED, engine.execution);
    assertEquals(List.of("arg"), call().arguments());
  }

  @Test
  void run_stdin_isTheProcess() {
    FakeEngine echo =
        FakeEngine.running(
            (call, running) -> {
              try {
                write(
                    call.stdoutCopy(),
                    new String(
                        call.stdinStream().orElseThrow().readAllBytes(), StandardCharsets.UTF_8));
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
              return Outcomes.completed(0);
            });

    assertEquals("hello", Invocation.of(echo, List::of, "hello", "run", tool).out());
  }

  @Test
  void run_streams_areLiveAndApart() {
    StringBuilder seen = new StringBuilder();
    OutputStream out =
        new OutputStream() {
          @Override
          public void write(int b) {
            seen.append((char) b);
          }
        };
    FakeEngine chatty =
        FakeEngine.running(
            (call, running) -> {
              write(call.stdoutCopy(), "one\n");
              assertEquals("one\n", seen.toString());
              write(call.stderrCopy(), "two\n");
              return Outcomes.completed(5);
            });

    Invocation run = Invocation.withStdout(chatty, List::of, "", out, "run", tool);

    assertEquals(5, run.status());
    assertEquals("two\n", run.err());
  }

  @Test
  void run_json_streamsNothing() {
    Invocation run = Invocation.of(engine, "run", "--json", tool);

    assertTrue(call().stdoutCopy().isEmpty());
    assertTrue(call().stderrCopy().isEmpty());
    assertTrue(run.out().startsWith("{"));
  }

  @Test
  void run_stderrLeftInMidLine_messageStartsOnItsOwn() {
    FakeEngine untidy =
        FakeEngine.running(
            (call, running) -> {
              write(call.stderrCopy(), "half");
              return Outcomes.limitExceeded();
            });

    String expected = "half\ncloche: guest: fuel limit exceeded: ";
    assertTrue(Invocation.of(untidy, "run", tool).err().startsWith(expected));
  }

  @Test
  void run_readerOfStdoutGone_cancelsAndIsQuiet() {
    Invocation run = withFailingStdout("Broken pipe");

    assertEquals(124, run.status());
    assertEquals("", run.err());
  }

  @Test
  void run_stdoutOnAFullDisk_isAHostFault() {
    Invocation run = withFailingStdout("No space left on device");

    assertEquals(125, run.status());
    assertEquals(
        "cloche: guest: output could not be written: No space left on device\n", run.err());
  }

  @Test
  void run_bundledTool_isFoundByName() {
    ToolManifest manifest =
        new ToolManifest("js", "JS", "Runs JS", "1", "MIT", "here", "wasi-command", List.of());
    Catalogue catalogue =
        () -> List.of(new Catalogue.Entry(manifest, Optional.empty(), () -> new byte[] {7}));

    Invocation run = Invocation.of(engine, catalogue, "", "run", "js", "-e", "1");

    assertEquals(0, run.status(), run.err());
    assertEquals("js", engine.tool.map(Tool::name).orElseThrow());
    assertArrayEquals(new byte[] {7}, engine.tool.map(Tool::bytes).orElseThrow());
    assertEquals(List.of("-e", "1"), call().arguments());
  }

  @Test
  void run_faultInTheEngine_isOneLine() {
    FakeEngine broken =
        FakeEngine.running(
            (call, running) -> {
              throw new IllegalStateException("secret");
            });

    Invocation run = Invocation.of(broken, "run", tool);

    assertEquals(125, run.status());
    assertEquals(1, run.err().lines().count());
    assertFalse(run.err().contains("secret"), run.err());
  }

  @Test
  void run_errorInTheEngine_isOneLine() {
    FakeEngine broken =
        FakeEngine.running(
            (call, running) -> {
              throw new OutOfMemoryError();
            });

    Invocation run = Invocation.of(broken, "run", "--json", tool);

    assertEquals(125, run.status());
    assertTrue(run.out().startsWith("{\"outcome\":\"host-fault\""), run.out());
  }

  private Invocation withFailingStdout(String why) {
    OutputStream gone =
        new OutputStream() {
          @Override
          public void write(int b) throws IOException {
            throw new IOException(why);
          }
        };
    FakeEngine writer =
        FakeEngine.running(
            (call, running) -> {
              try {
                write(call.stdoutCopy(), "x");
              } catch (UncheckedIOException ignoredByTheGuest) {
                assertTrue(running.cancelled);
              }
              return running.cancelled ? Outcomes.cancelled() : Outcomes.completed(0);
            });
    return Invocation.withStdout(writer, List::of, "", gone, "run", tool);
  }

  private Call call() {
    return engine.call.orElseThrow();
  }

  private static void write(Optional<OutputStream> stream, String text) {
    try {
      stream.orElseThrow().write(text.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
