package dev.cloche.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@Tag("one-jdk")
class JqToolTest {

  private static final String INPUT =
      "{\"a\":[3,1,2],\"s\":\"café 42\",\"o\":{\"z\":1,\"b\":null}}";

  /** A command line over some input, and what comes of it. */
  record Example(String input, List<String> arguments, int status, String output) {}

  @TempDir Path workspace;

  static Stream<Example> filters() {
    return Stream.of(
        gives("[3,1,2]", "-c", ".a"),
        gives("café 42", "-r", ".s"),
        gives("[1,2,3]", "-c", ".a | sort"),
        gives("[3,2]", "-c", "[.a[] | select(. > 1)]"),
        gives("true", ".s | test(\"\\\\d+$\")"),
        gives("{\"word\":\"café\"}", "-c", ".s | capture(\"(?<word>\\\\p{L}+)\")"),
        gives("café ##", "-r", ".s | gsub(\"[0-9]\"; \"#\")"),
        gives("Y2Fmw6kgNDI=", "-r", ".s | @base64"),
        gives("{\"b\":null,\"z\":1}", "-Sc", ".o"),
        gives("[3,1,2,5]", "-c", "--arg", "v", "5", ".a + [$v | tonumber]"),
        gives("1", "--argjson", "v", "{\"k\":1}", "$v.k"),
        gives("2015-03-05T23:53:41Z", "-rn", "1425599621 | todate"),
        gives("1425599507", "-n", "\"2015-03-05T23:51:47Z\" | fromdate"),
        gives(
            "2020-03-10 070",
            "-rn",
            "\"10 Mar 2020\" | strptime(\"%d %b %Y\") | mktime | strftime(\"%F %j\")"),
        gives("true", "-n", "now > 1e9"),
        gives("100000000000000000000000001", "-n", "100000000000000000000000001"),
        gives("[0,1,2]", "-cn", "[limit(3; range(10))]"),
        gives("[\"z\",\"b\"]", "-c", ".o | to_entries | map(.key)"),
        gives("hello", "-rn", "$ENV.GREETING"),
        gives("10", "-n", "reduce range(5) as $i (0; . + $i)"),
        gives("\"x\"", "-n", "try error(\"x\") catch ."),
        gives("7", "-n", "[7] as {a: $x} ?// [$x] | $x"),
        gives("1024 100 3", "-n", "pow(2; 10), (2 | exp10), (8 | log2)"),
        gives("[1,[2]]", "-c", ".a | [.[1], [.[2]]]"),
        gives("<stdin>", "-r", "input_filename"));
  }

  @ParameterizedTest
  @MethodSource("filters")
  void filter_givesItsResults(Example example) {
    Guest.Run run = jq(example.input, example.arguments);

    assertEquals(example.output, run.stdout().strip().replace("\n", " "), run.stderr());
    assertEquals(0, run.status());
  }

  static Stream<Example> failures() {
    return Stream.of(
        fails("{\"a\":1}x", 5, "parse error: Invalid numeric literal", "."),
        fails("{\"a\":1}", 5, "jq: error (at <stdin>:0): Cannot index number with", ".a.b"),
        fails("{\"a\":1}", 1, "", "-e", ".b"),
        fails("{\"a\":1}", 4, "", "-e", "empty"),
        fails("{\"a\":1}", 3, "jq: error: syntax error", ".a["),
        fails("{}", 2, "Could not open file /missing: No such file", ".", "/missing"),
        fails("{}", 2, "Unknown option --bogus", "--bogus", "."),
        fails("\"over\"", 9, "over", "halt_error(9)"));
  }

  @ParameterizedTest
  @MethodSource("failures")
  void failure_hasItsExitStatus(Example example) {
    Guest.Run run = jq(example.input, example.arguments);

    assertEquals(example.status, run.status(), run::stderr);
    assertTrue(run.stderr().contains(example.output), run::stderr);
  }

  @Test
  void file_isReadFromTheWorkspace() throws IOException {
    Files.writeString(workspace.resolve("in.json"), INPUT);
    Files.writeString(workspace.resolve("filter.jq"), ".a | add");
    Files.writeString(workspace.resolve("lib.jq"), "def triple: . * 3;");

    assertEquals("6\n", jq("", "-f", "/filter.jq", "/in.json").stdout());
    assertEquals("\"/in.json\"\n", jq("", "input_filename", "/in.json").stdout());
    assertEquals("6\n", jq("2", "-L", "/", "include \"lib\"; triple").stdout());
  }

  @Test
  void pretty_isTheDefaultAndPlain() {
    assertEquals("{\n  \"a\": [\n    1\n  ]\n}\n", jq("{\"a\":[1]}", ".").stdout());
  }

  @Test
  void streamsOfValues_slurpAndRaw() {
    assertEquals("[1,2,3]\n", jq("1 2\n3", "-sc", ".").stdout());
    assertEquals("[\"x\",\"y\"]\n", jq("x\ny\n", "-Rnc", "[inputs]").stdout());
  }

  private static Example gives(String output, String... arguments) {
    return new Example(INPUT, List.of(arguments), 0, output);
  }

  private static Example fails(String input, int status, String message, String... arguments) {
    return new Example(input, List.of(arguments), status, message);
  }

  private Guest.Run jq(String input, String... arguments) {
    return jq(input, List.of(arguments));
  }

  private Guest.Run jq(String input, List<String> arguments) {
    return Guest.tool("jq").run(workspace, input, arguments.toArray(String[]::new));
  }
}
