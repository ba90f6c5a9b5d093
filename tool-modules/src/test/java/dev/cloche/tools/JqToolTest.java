package dev.cloche.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JqToolTest {

  private static final String INPUT =
      "{\"a\":[3,1,2],\"s\":\"caf\u00e9 42\",\"o\":{\"z\":1,\"b\":null}}";

  @TempDir Path workspace;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      value = {
        "-c; .a                                          | [3,1,2]",
        "-r; .s                                          | caf\u00e9 42",
        "-c; .a\u00a6sort                                | [1,2,3]",
        "-c; [.a[]\u00a6select(. > 1)]                   | [3,2]",
        "-c; .s\u00a6test(\"\\\\d+$\")                   | true",
        "-c; .s\u00a6capture(\"(?<word>\\\\p{L}+)\")     | {\"word\":\"caf\u00e9\"}",
        "-r; .s\u00a6gsub(\"[0-9]\"; \"#\")              | caf\u00e9 ##",
        "-r; .s\u00a6@base64                             | Y2Fmw6kgNDI=",
        "-Sc; .o                                         | {\"b\":null,\"z\":1}",
        "-c; --arg; v; 5; .a + [$v\u00a6tonumber]        | [3,1,2,5]",
        "-c; --argjson; v; {\"k\":1}; $v.k               | 1",
        "-rn; 1425599621\u00a6todate                     | 2015-03-05T23:53:41Z",
        "-n; \"2015-03-05T23:51:47Z\"\u00a6fromdate      | 1425599507",
        "-rn; \"10 Mar 2020\"\u00a6strptime(\"%d %b %Y\")\u00a6mktime\u00a6strftime(\"%F %j\") | 2020-03-10 070",
        "-n; now > 1e9                                   | true",
        "-n; 100000000000000000000000001                 | 100000000000000000000000001",
        "-cn; [limit(3; range(10))]                      | [0,1,2]",
        "-c; .o\u00a6to_entries\u00a6map(.key)           | [\"z\",\"b\"]",
        "-cn; [.[]?] \u00a6 length, ({} \u00a6 .a.b.c)   | 0 null",
        "-rn; $ENV.GREETING                              | hello",
        "-cn; reduce range(5) as $i (0; . + $i)          | 10",
        "-n; try error(\"x\") catch .                    | \"x\"",
        "-cn; [splits(\"a\"; \"b\")?]                    | []",
        "-cn; {} as {a: $x} ?// [$x] \u00a6 $x           | null",
        "-n; pow(2; 10), (2 \u00a6 exp10), (8 \u00a6 log2) | 1024 100 3",
        "-r; input_filename                              | null",
      })
  void filter_givesItsResults(String command, String result) {
    Guest.Run run = jq(INPUT, command.split("; (?! )"));

    assertEquals(result, run.stdout().strip().replace("\n", " "), run.stderr());
    assertEquals(0, run.status());
  }

  @Test
  void file_isReadFromTheWorkspace() throws IOException {
    Files.writeString(workspace.resolve("in.json"), INPUT);
    Files.writeString(workspace.resolve("filter.jq"), ".a | add");

    assertEquals("6\n", jq("", "-f", "/filter.jq", "/in.json").stdout());
    assertEquals("\"/in.json\"\n", jq("", "input_filename", "/in.json").stdout());
  }

  @Test
  void pretty_isTheDefault() {
    assertEquals("{\n  \"a\": [\n    1\n  ]\n}\n", jq("{\"a\":[1]}", ".").stdout());
  }

  @Test
  void streamsOfValues_slurpAndRaw() {
    assertEquals("[1,2,3]\n", jq("1 2\n3", "-sc", ".").stdout());
    assertEquals("[\"x\",\"y\"]\n", jq("x\ny\n", "-Rnc", "[inputs]").stdout());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "1; -e; .        | {\"a\":1}x  | 2 | parse error",
        ".a.b            | {\"a\":1}   | 5 | jq: error (at <stdin>:0): Cannot index number with \"b\"",
        "-e; .b          | {\"a\":1}   | 1 |",
        "-e; empty       | {\"a\":1}   | 4 |",
        ".a[             | {\"a\":1}   | 3 | jq: error: syntax error",
        ".; /missing     | {}          | 2 | jq: error: Could not open /missing: No such file or directory",
        "--bogus; .      | {}          | 2 | Unknown arguments",
        "halt_error(9)   | \"over\"    | 9 | over",
      })
  void failure_hasItsExitStatus(String command, String input, int status, String message) {
    Guest.Run run = jq(input, command.replaceFirst("^1; ", "").split("; "));

    assertEquals(status, run.status(), run::stderr);
    assertTrue(run.stderr().contains(message == null ? "" : message), run::stderr);
  }

  private Guest.Run jq(String input, String... arguments) {
    for (int i = 0; i < arguments.length; i++) {
      arguments[i] = arguments[i].replace('\u00a6', '|');
    }
    return Guest.tool("jq").run(workspace, input, arguments);
  }
}
