package dev.cloche.wasi.suite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.dylibso.chicory.wabt.Wat2Wasm;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The runner, on programs of our own in the same layout:
 *
 * <pre>
 * suite/
 * └── a/b/
 *     ├── NAME.wasm
 *     ├── NAME.json
 *     └── files/
 *         └── in     exists
 * </pre>
 */
class SuiteTest {
  private static final String IMPORTS =
      """
      (module
        (import "wasi_snapshot_preview1" "proc_exit" (func $exit (param i32)))
        (import "wasi_snapshot_preview1" "proc_raise" (func $raise (param i32) (result i32)))
        (import "wasi_snapshot_preview1" "fd_write"
          (func $write (param i32 i32 i32 i32) (result i32)))
        (import "wasi_snapshot_preview1" "args_sizes_get"
          (func $args (param i32 i32) (result i32)))
        (import "wasi_snapshot_preview1" "environ_sizes_get"
          (func $environ (param i32 i32) (result i32)))
        (import "wasi_snapshot_preview1" "fd_prestat_get"
          (func $prestat (param i32 i32) (result i32)))
        (import "wasi_snapshot_preview1" "path_unlink_file"
          (func $unlink (param i32 i32 i32) (result i32)))
        (memory (export "memory") 1)
        (data (i32.const 8) "\\14\\00\\00\\00\\05\\00\\00\\00\\00\\00\\00\\00hello in")
      """;

  /** Writes 5 bytes at 20, "hello". */
  private static final String HELLO =
      "(drop (call $write (i32.const 1) (i32.const 8) (i32.const 1) (i32.const 0)))";

  private static final String EXIT_7 = "(call $exit (i32.const 7))";
  private static final String LOOP = "(loop $again (br $again))";

  /** Exits with 10 times the arguments and the variables. */
  private static final String COUNT =
      """
      (drop (call $args (i32.const 0) (i32.const 4)))
      (drop (call $environ (i32.const 40) (i32.const 44)))
      (call $exit (i32.add (i32.mul (i32.const 10) (i32.load (i32.const 0)))
        (i32.load (i32.const 40))))
      """;

  /** Exits with the length of the name of descriptor 3, or the errno. */
  private static final String NAME_LENGTH =
      """
      (i32.store (i32.const 40) (call $prestat (i32.const 3) (i32.const 44)))
      (call $exit (select (i32.load (i32.const 48)) (i32.load (i32.const 40))
        (i32.eqz (i32.load (i32.const 40)))))
      """;

  /** Exits with the errno of removing "in". */
  private static final String UNLINK =
      "(call $exit (call $unlink (i32.const 3) (i32.const 26) (i32.const 2)))";

  @TempDir Path suite;
  private Path folder;
  private final ByteArrayOutputStream output = new ByteArrayOutputStream();

  @BeforeEach
  void plant() throws IOException {
    folder = Files.createDirectories(suite.resolve("a/b"));
    Files.createDirectory(folder.resolve("files"));
    Files.writeString(folder.resolve("files/in"), "exists");
  }

  private void program(String name, String body, String json) throws IOException {
    String text = IMPORTS + "(func (export \"_start\")" + body + "))";
    Files.write(folder.resolve(name + ".wasm"), Wat2Wasm.parse(text));
    if (!json.isEmpty()) {
      Files.writeString(folder.resolve(name + ".json"), json);
    }
  }

  private boolean run(List<Machine> machines, Duration limit) throws IOException {
    PrintStream out = new PrintStream(output, true, StandardCharsets.UTF_8);
    return new Suite(machines, limit, out).run(suite);
  }

  private boolean run() throws IOException {
    return run(List.of(Machine.INTERPRETER), Duration.ofSeconds(30));
  }

  private String printed() {
    return output.toString(StandardCharsets.UTF_8);
  }

  private void printed(String line) {
    assertTrue(printed().contains(line), printed());
  }

  @ParameterizedTest
  @EnumSource(Machine.class)
  void programs_thatDoAsExpected_pass(Machine machine) throws IOException {
    program("returns", "", "");
    program("hello", HELLO + EXIT_7, "{\"stdout\": \"hello\", \"exit_code\": 7}");
    program(
        "count",
        COUNT,
        "{\"args\": [\"x\", \"\\\"y\\\"\"], \"exit_code\": 31,"
            + " \"env\": {\"A\": \"new\\nline\"}}");
    program("raises", "(drop (call $raise (i32.const 6)))", "{\"exit_code\": 134}");
    program("none", NAME_LENGTH, "{\"exit_code\": 8}");
    program("root", NAME_LENGTH, "{\"root\": \"files\", \"exit_code\": 1}");
    program(
        "dirs", NAME_LENGTH, "{\"dirs\": [\"files\"], \"args\": [\"files\"], \"exit_code\": 5}");
    program("unlink", UNLINK, "{\"root\": \"files\"}");
    program("unlink-again", UNLINK, "{\"dirs\": [\"files\"]}");
    boolean passed = run(List.of(machine), Duration.ofSeconds(30));
    printed(
        "pass  " + (machine == Machine.COMPILER ? "compiler   " : "interpreter") + "  a/b/hello");
    printed("9 of 9 runs passed: 9 programs on [" + machine + "]");
    assertTrue(passed);
    assertTrue(Files.exists(folder.resolve("files/in")), "the folder stays as it is");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {"exit_code": 8}            | exit status 7, expected 8
          {"exit_code": 0}            | exit status 7, expected 0
          {"exit_code": 7, "stdout": "hullo"} | stdout "hello", expected "hullo"
          {"exit_code": 7, "stdout": ""} | stdout "hello", expected ""
          {"exit_code": 7, "root": "missing"} | no directory missing
          {"exit_code": 7, "stderr": "x"} | unknown key "stderr" in bad.json
          {"exit_code":               | bad.json is not JSON
          """)
  void program_thatDoesOtherwise_fails(String json, String why) throws IOException {
    program("bad", HELLO + EXIT_7, json);
    program("good", "", "");
    assertFalse(run());
    printed("FAIL  interpreter  a/b/bad\n      " + why);
    printed("pass  interpreter  a/b/good");
    printed("1 of 2 runs passed");
  }

  @Test
  void failure_showsTheEndOfTheTrace() throws IOException {
    program("bad", HELLO + EXIT_7, "");
    assertFalse(run());
    printed("        fd_write(fd=1, iovs=[\"hello\"]) = 5\n        proc_exit(status=7) = ?\n");
  }

  @Test
  void trap_fails() throws IOException {
    program("trap", "unreachable", "");
    assertFalse(run());
    printed("trapped: ");
  }

  @Test
  void endlessProgram_failsInTime() throws IOException {
    program("loop", LOOP, "");
    program("next", "", "");
    assertFalse(run(List.of(Machine.INTERPRETER), Duration.ofSeconds(1)));
    printed("did not end in 1 s");
    printed("1 of 2 runs passed");
  }

  @Test
  void whatIsNoProgram_fails() throws IOException {
    Files.writeString(folder.resolve("text.wasm"), "not wasm");
    Files.write(folder.resolve("library.wasm"), Wat2Wasm.parse("(module)"));
    assertFalse(run());
    printed("0 of 2 runs passed");
  }

  private void component(String name) throws IOException {
    Files.write(folder.resolve(name + ".wasm"), new byte[] {0, 'a', 's', 'm', 0x0d, 0, 1, 0});
  }

  @Test
  void component_isSkipped_andCountedApart() throws IOException {
    component("component");
    program("good", "", "");
    assertTrue(run());
    printed("skip               a/b/component\n      a component, and not a module for preview1\n");
    printed("1 of 1 runs passed: 1 programs on [interpreter]; 1 programs skipped\n");
  }

  @Test
  void folderOfComponentsOnly_isAFailure() throws IOException {
    component("one");
    component("two");
    assertFalse(run());
    printed("0 of 0 runs passed: 0 programs on [interpreter]; 2 programs skipped\n");
  }

  @Test
  void versionThatIsNeither_fails() throws IOException {
    Files.write(folder.resolve("new.wasm"), new byte[] {0, 'a', 's', 'm', 0x0e, 0, 1, 0});
    assertFalse(run());
    printed("0 of 1 runs passed: 1 programs on [interpreter]\n");
  }

  @Test
  void folderWithoutPrograms_isAFailure() throws IOException {
    assertFalse(run());
    assertEquals("0 of 0 runs passed: 0 programs on [interpreter]\n", printed());
    PrintStream out = new PrintStream(output, true, StandardCharsets.UTF_8);
    assertFalse(new Suite(List.of(), Duration.ZERO, out).run(suite.resolve("none")));
  }
}
