package dev.cloche.cli;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The command with the real engine, on guests of a few lines. */
@Timeout(60)
class EndToEndTest {

  private static final EngineFactory ENGINES = EngineFactory.standard();

  @TempDir Path directory;

  @Test
  void run_hello_printsAndKeepsItsStatus() throws IOException {
    Invocation run = run(Guests.HELLO);

    assertEquals(new Invocation(7, "hello\n", ""), run);
  }

  @Test
  void run_trace_showsEachHostCall() throws IOException {
    Invocation run = Invocation.of(ENGINES, "run", "--trace", write("hello.wasm", Guests.HELLO));

    assertEquals("hello\n", run.out());
    List<String> lines = run.err().lines().toList();
    assertEquals(2, lines.size(), run.err());
    assertTrue(lines.get(0).startsWith("fd_write("), run.err());
    assertTrue(lines.get(1).startsWith("proc_exit("), run.err());
  }

  @Test
  void run_stdin_reachesTheGuest() throws IOException {
    String tool = write("echo.wasm", Guests.ECHO);

    assertEquals("ping", Invocation.of(ENGINES, List::of, "ping", "run", tool).out());
  }

  @Test
  void run_arguments_reachTheGuest() throws IOException {
    String tool = write("count.wasm", Guests.COUNT_ARGUMENTS);

    assertEquals(4, Invocation.of(ENGINES, "run", tool, "--fuel", "--", "x").status());
  }

  @Test
  void run_mount_isSeenByTheGuest() throws IOException {
    Path data = Files.createDirectory(directory.resolve("data"));
    Files.writeString(data.resolve("a.txt"), "seen");
    String tool = write("cat.wasm", Guests.CAT);

    Invocation mounted = Invocation.of(ENGINES, "run", "--mount", data + ":/in", tool);
    Invocation bare = Invocation.of(ENGINES, "run", tool);

    assertEquals(new Invocation(0, "seen", ""), mounted);
    assertEquals(44, bare.status(), "ENOENT");
  }

  @Test
  void run_overlay_reachesTheHostOnlyByCommit() throws IOException {
    Path data = Files.createDirectory(directory.resolve("data"));
    String overlay = data + ":/in:overlay";
    String tool = write("write.wasm", Guests.WRITE);

    assertEquals(
        new Invocation(0, "", ""), Invocation.of(ENGINES, "run", "--mount", overlay, tool));
    assertFalse(Files.exists(data.resolve("b.txt")));
    assertEquals(
        new Invocation(0, "", ""),
        Invocation.of(ENGINES, "run", "--commit", "--mount", overlay, tool));
    assertEquals("i", Files.readString(data.resolve("b.txt")));
  }

  @Test
  void run_commitOfAReadMount_isRefused() throws IOException {
    Path data = Files.createDirectory(directory.resolve("data"));
    String tool = write("write.wasm", Guests.WRITE);

    assertRefused(
        Invocation.of(ENGINES, "run", "--commit", "--mount", data + ":/in", tool), "--commit");
    assertEquals(
        69, Invocation.of(ENGINES, "run", "--mount", data + ":/in", tool).status(), "EROFS");
  }

  @Test
  void run_commitAfterAFailure_isNotDone() throws IOException {
    Path data = Files.createDirectory(directory.resolve("data"));
    String tool = write("write.wasm", Guests.WRITE);
    Files.createDirectories(data.resolve("b.txt"));

    int status =
        Invocation.of(ENGINES, "run", "--commit", "--mount", data + ":/in:overlay", tool).status();

    assertEquals(31, status, "EISDIR: the tool's own status, and nothing committed");
  }

  @Test
  void run_mountOverItself_isOneSentence() throws IOException {
    String mount = directory + ":/in";
    String tool = write("cat.wasm", Guests.CAT);

    Invocation run = Invocation.of(ENGINES, "run", "--mount", mount, "--mount", mount, tool);

    assertRefused(run, "--mount");
  }

  @Test
  void run_fuelSpent_namesBothNumbers() throws IOException {
    Invocation run = run(Guests.SPIN, "--fuel", "1M");

    assertEquals(122, run.status());
    assertTrue(
        run.err().matches("cloche: guest: fuel limit exceeded: limit 1000000, used \\d+ .*\n"),
        run.err());
  }

  @Test
  void runJson_fuelSpent_isTheSameCompiledAndInterpreted() throws IOException {
    JsonNode compiled = json(run(Guests.SPIN, "--json", "--fuel", "1M"));
    JsonNode interpreted =
        json(run(Guests.SPIN, "--json", "--fuel", "1M", "--execution", "interpreted"));

    assertEquals("limit-exceeded", compiled.path("outcome").asText());
    assertEquals(compiled.path("limit"), interpreted.path("limit"));
    assertEquals(compiled.path("usage").path("fuel"), interpreted.path("usage").path("fuel"));
  }

  @Test
  void run_wallSpent_isALimit() throws IOException {
    Invocation run = run(Guests.SPIN, "--wall", "200ms", "--fuel", "1000000G");

    assertEquals(122, run.status());
    assertTrue(run.err().startsWith("cloche: guest: wall limit exceeded: limit 200"), run.err());
  }

  @Test
  void run_outputSpent_isALimitAndKeepsWhatCameBefore() throws IOException {
    Invocation run = run(Guests.FLOOD, "--output", "12");

    assertEquals(122, run.status());
    assertTrue("hello\nhello\n".startsWith(run.out()), run.out());
    assertTrue(run.err().startsWith("cloche: guest: output limit exceeded: limit 12"), run.err());
  }

  @ParameterizedTest
  @ValueSource(strings = {"compiled", "interpreted"})
  void run_trap_showsWhereItHappened(String execution) throws IOException {
    Invocation run = run(Guests.TRAP, "--execution", execution);

    List<String> lines = run.err().lines().toList();
    assertEquals(123, run.status());
    assertTrue(lines.get(0).startsWith("cloche: guest: trapped: unreachable"), run.err());
    assertTrue(lines.stream().skip(1).allMatch(line -> line.startsWith("    at ")), run.err());
  }

  static Stream<Arguments> badModules() {
    return Stream.of(
        Arguments.of("empty", new byte[0]),
        Arguments.of("text", "(module)\n".getBytes(StandardCharsets.UTF_8)),
        Arguments.of("script", "console.log(1)\n".getBytes(StandardCharsets.UTF_8)),
        Arguments.of("truncated", Arrays.copyOf(Guests.HELLO, Guests.HELLO.length - 9)),
        Arguments.of("header only half", Arrays.copyOf(Guests.HELLO, 5)),
        Arguments.of("component", Guests.COMPONENT),
        Arguments.of("simd", Guests.SIMD),
        Arguments.of("unknown import", Guests.UNKNOWN_IMPORT));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("badModules")
  void run_badModule_isOneSentence(String what, byte[] module) throws IOException {
    Invocation run = run(module);

    assertRefused(run, "cloche: guest: ");
    assertFalse(run.err().contains(directory.toString()), run.err());
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("badModules")
  void inspect_badModule_isOneSentence(String what, byte[] module) throws IOException {
    Invocation run = Invocation.of(ENGINES, "inspect", write("guest.wasm", module));

    assertEquals(120, run.status(), run.out());
    assertEquals(1, run.err().lines().count(), run.err());
    assertFalse(run.err().contains("Exception"), run.err());
  }

  @Test
  void run_memoryAboveTheLimit_isRefusedAndInspectSaysSo() throws IOException {
    Invocation run = run(Guests.BIG_MEMORY, "--memory", "1Mi");
    Invocation inspect =
        Invocation.of(
            ENGINES, "inspect", "--memory", "1Mi", write("guest.wasm", Guests.BIG_MEMORY));

    assertRefused(run, "memory");
    assertEquals(run.err(), inspect.err());
    assertEquals(120, inspect.status());
  }

  @Test
  void inspect_command_listsImportsAndExports() throws IOException {
    Invocation run = Invocation.of(ENGINES, "inspect", write("guest.wasm", Guests.HELLO));

    assertEquals(0, run.status(), run.err());
    assertTrue(run.out().contains("wasi_snapshot_preview1.proc_exit"), run.out());
    assertTrue(run.out().contains("_start"), run.out());
  }

  @Test
  void run_interruptedWhileSpinning_endsWithinASecond() throws Exception {
    String tool = write("guest.wasm", Guests.SPIN);
    Interruption interruption = new Interruption();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    Streams streams =
        new Streams(
            new ByteArrayInputStream(new byte[0]), OutputStream.nullOutputStream(), err, false);
    Host host = new Host(streams, ENGINES, List::of, interruption);
    interruption.request();

    long start = System.nanoTime();
    int status = Main.execute(host, "run", "--fuel", "1000000G", "--wall", "50s", tool);

    assertAll(
        () -> assertEquals(124, status),
        () ->
            assertEquals(
                "cloche: guest: cancelled by the caller\n", err.toString(StandardCharsets.UTF_8)),
        () -> assertTrue(System.nanoTime() - start < TimeUnit.SECONDS.toNanos(20)));
  }

  @Test
  void run_readerGone_endsQuietly() throws IOException {
    OutputStream gone =
        new OutputStream() {
          @Override
          public void write(int b) throws IOException {
            throw new IOException("Broken pipe");
          }
        };
    String tool = write("guest.wasm", Guests.FLOOD);

    Invocation run =
        Invocation.withStdout(ENGINES, List::of, "", gone, "run", "--output", "1Gi", tool);

    assertEquals(new Invocation(124, "", ""), run);
  }

  private Invocation run(byte[] module, String... options) throws IOException {
    String[] arguments = new String[options.length + 2];
    arguments[0] = "run";
    System.arraycopy(options, 0, arguments, 1, options.length);
    arguments[options.length + 1] = write("guest.wasm", module);
    return Invocation.of(ENGINES, arguments);
  }

  private String write(String name, byte[] module) throws IOException {
    return Files.write(directory.resolve(name), module).toString();
  }

  private static JsonNode json(Invocation run) throws IOException {
    return new ObjectMapper().readTree(run.out());
  }

  private static void assertRefused(Invocation run, String part) {
    assertAll(
        () -> assertEquals(120, run.status(), run.err()),
        () -> assertEquals(1, run.err().lines().count(), run.err()),
        () -> assertTrue(run.err().contains(part), run.err()),
        () -> assertFalse(run.err().contains("Exception"), run.err()));
  }
}
