package dev.cloche.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cloche.Call;
import dev.cloche.CodeCacheReport;
import dev.cloche.Engine;
import dev.cloche.Execution;
import dev.cloche.Outcome;
import dev.cloche.Session;
import dev.cloche.Tool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Compiled code on disk is used when it is authentic, and only then (attack H7). */
class CodeCacheTest {

  private static final Tool TOOL =
      Tool.of(
          "adder",
          Wat.wasm(
              """
              (module
                (import "wasi_snapshot_preview1" "proc_exit" (func $exit (param i32)))
                (memory (export "memory") 1)
                (data (i32.const 8) "\\2a")
                (func $sum (param i32) (result i32)
                  (if (result i32) (i32.eqz (local.get 0))
                    (then (i32.const 0))
                    (else (i32.add (local.get 0) (call $sum (i32.sub (local.get 0) (i32.const 1)))))))
                (func (export "_start")
                  (call $exit (i32.add (i32.load8_u (i32.const 8)) (call $sum (i32.const 10))))))
              """));

  @TempDir Path scratch;
  private Path directory;

  @BeforeEach
  void choose() {
    directory = scratch.resolve("cache");
  }

  private Outcome call() {
    try (Engine engine =
            Engine.builder().execution(Execution.COMPILED).codeCache(directory).build();
        Session session = engine.openSession()) {
      return session.call(TOOL, Call.of());
    }
  }

  private List<Path> entries() throws IOException {
    try (Stream<Path> all = Files.list(directory)) {
      return all.filter(file -> file.toString().endsWith(".code")).toList();
    }
  }

  private Optional<CompiledModule> load() {
    return CodeCache.open(directory).flatMap(cache -> cache.load(TOOL));
  }

  private static void assertSame(Outcome expected, Outcome actual) {
    assertTrue(actual instanceof Outcome.Completed, actual.message());
    assertEquals(97, ((Outcome.Completed) actual).exitStatus());
    assertEquals(expected.usage().fuel(), actual.usage().fuel());
  }

  @Test
  void entry_ofAnotherEngine_isUsedAndGivesTheSame() throws IOException {
    Outcome first = call();
    assertEquals(1, entries().size());
    assertTrue(load().orElseThrow().image().globals().isMemoryFixed(), "its code is for one");
    assertSame(first, call());
    assertEquals(1, entries().size());
    try (Engine interpreter = Engine.builder().execution(Execution.INTERPRETED).build();
        Session session = interpreter.openSession()) {
      assertSame(first, session.call(TOOL, Call.of()));
    }
  }

  @Test
  void prepare_tiered_keepsTheCodeForOtherProcesses() {
    try (Engine engine = Engine.builder().codeCache(directory).build()) {
      assertEquals(Optional.empty(), engine.prepare(TOOL));
      assertTrue(load().isPresent());
    }
  }

  @Test
  void open_withADamagedKey_makesAnotherAndWritesEntriesAgain() throws IOException {
    Outcome first = call();
    byte[] cut = Arrays.copyOf(Files.readAllBytes(directory.resolve("key")), 8);
    Path key = Files.write(directory.resolve("key"), cut);
    assertTrue(load().isEmpty(), "what the lost key signed");
    assertEquals(32, Files.size(key));
    assertSame(first, call());
    assertTrue(load().isPresent());
  }

  @Test
  void store_moreThanFits_dropsTheLeastRecentlyUsed() throws IOException {
    Outcome ignored = call();
    Path entry = entries().get(0);
    CompiledModule compiled = load().orElseThrow();
    long bytes = Files.size(entry);
    CodeCache cache = CodeCache.open(directory, 2 * bytes).orElseThrow();
    List<Tool> tools = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      Tool tool = Tool.of("other", new byte[] {(byte) i});
      tools.add(tool);
      cache.store(tool, compiled);
      for (Path written : entries()) {
        // As if a minute lay between one use and the next.
        Files.setLastModifiedTime(
            written, FileTime.fromMillis(Files.getLastModifiedTime(written).toMillis() - 60_000));
      }
    }
    assertEquals(2, entries().size());
    assertTrue(cache.load(tools.get(3)).isPresent());
    assertTrue(cache.load(tools.get(0)).isEmpty());
  }

  @Test
  void store_filesThatDeadProcessesLeft_areSwept() throws IOException {
    Outcome ignored = call();
    Path old = Files.write(directory.resolve("new1.tmp"), new byte[9]);
    Path young = Files.write(directory.resolve("new2.tmp"), new byte[9]);
    Files.setLastModifiedTime(old, FileTime.from(Instant.now().minus(Duration.ofHours(2))));
    CompiledModule compiled = load().orElseThrow();
    CodeCache.open(directory).orElseThrow().store(TOOL, compiled);
    assertFalse(Files.exists(old));
    assertTrue(Files.exists(young), "another process may be writing it");
  }

  @Test
  void clear_whileAnEngineUsesIt_onlyCostsACompilation() throws IOException {
    Outcome first = call();
    CodeCacheReport gone = CodeCacheReport.clear(directory);
    assertEquals(1, gone.entries());
    assertEquals(new CodeCacheReport(0, 0), CodeCacheReport.of(directory));
    assertSame(first, call());
    assertEquals(1, CodeCacheReport.of(directory).entries());
    assertEquals(new CodeCacheReport(0, 0), CodeCacheReport.of(scratch.resolve("none")));
  }

  /** What the processes of the next test run. */
  static final class OneCall {
    private OneCall() {}

    public static void main(String... arguments) {
      try (Engine engine =
              Engine.builder()
                  .execution(Execution.COMPILED)
                  .codeCache(Path.of(arguments[0]))
                  .build();
          Session session = engine.openSession()) {
        System.exit(
            session.call(TOOL, Call.of()) instanceof Outcome.Completed completed
                ? completed.exitStatus()
                : 1);
      }
    }
  }

  @Test
  void processes_thatStartAtOnce_allSucceedAndLeaveOneWholeEntry() throws Exception {
    List<Process> processes = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      processes.add(
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  "-cp",
                  System.getProperty("java.class.path"),
                  OneCall.class.getName(),
                  directory.toString())
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start());
    }
    for (Process process : processes) {
      assertEquals(97, process.waitFor());
    }
    assertEquals(1, entries().size());
    assertTrue(load().isPresent());
    try (Stream<Path> all = Files.list(directory)) {
      assertEquals(2, all.count(), "the key and the entry");
    }
  }

  @Test
  void h7_entryWithAnyByteChanged_isNotUsed() throws IOException {
    Outcome first = call();
    Path entry = entries().get(0);
    byte[] good = Files.readAllBytes(entry);
    for (int at = 0; at < good.length; at += Math.max(1, good.length / 50)) {
      byte[] bad = good.clone();
      bad[at] ^= 1;
      Files.write(entry, bad);
      assertFalse(load().isPresent(), "byte " + at);
    }
    Files.write(entry, new byte[0]);
    assertSame(first, call());
    assertTrue(load().isPresent(), "a bad entry is replaced");
  }

  @Test
  void h7_entryOfAnotherTool_isNotUsed() throws IOException {
    Tool other = Tool.of("other", Wat.wasm("(module (func (export \"_start\")))"));
    try (Engine engine =
            Engine.builder().execution(Execution.COMPILED).codeCache(directory).build();
        Session session = engine.openSession()) {
      assertTrue(session.call(other, Call.of()) instanceof Outcome.Completed);
    }
    Path foreign = entries().get(0);
    Outcome first = call();
    Path own = entries().stream().filter(file -> !file.equals(foreign)).findFirst().orElseThrow();
    Files.write(own, Files.readAllBytes(foreign));
    assertFalse(load().isPresent());
    assertSame(first, call());
  }

  @Test
  void h7_directoryOpenToOthers_isNotUsed() throws IOException {
    Outcome first = call();
    Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxrwxr-x"));
    assertTrue(CodeCache.open(directory).isEmpty());
    assertSame(first, call());
    Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwx------"));
    assertTrue(CodeCache.open(directory).isPresent());
  }

  @Test
  void h7_keyOrEntryOpenToOthers_isNotUsed() throws IOException {
    Outcome first = call();
    Path entry = entries().get(0);
    Files.setPosixFilePermissions(entry, PosixFilePermissions.fromString("rw-r--rw-"));
    assertFalse(load().isPresent());
    assertSame(first, call());
    Files.setPosixFilePermissions(
        directory.resolve("key"), PosixFilePermissions.fromString("rw-r-----"));
    assertTrue(CodeCache.open(directory).isEmpty());
  }

  @Test
  void h7_entryOrDirectoryThatIsALink_isNotUsed() throws IOException {
    Outcome first = call();
    Path entry = entries().get(0);
    Path moved = scratch.resolve("moved");
    Files.move(entry, moved);
    Files.createSymbolicLink(entry, moved);
    assertFalse(load().isPresent());
    Path link = scratch.resolve("link");
    Files.createSymbolicLink(link, directory);
    assertTrue(CodeCache.open(link).isEmpty());
    assertSame(first, call());
  }
}
