package dev.cloche.cli;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.cloche.ToolManifest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every way to hold it wrong: status 120 and one sentence that says what would be right. */
class BadUsageTest {

  @TempDir Path directory;

  /*
   * directory/
   *   tool.wasm     two bytes
   *   folder.wasm/  a directory that looks like a module
   */
  @BeforeEach
  void writeFiles() throws IOException {
    Files.write(directory.resolve("tool.wasm"), new byte[2]);
    Files.createDirectory(directory.resolve("folder.wasm"));
  }

  private static final Catalogue CATALOGUE =
      () ->
          List.of(
              entry("jq", Optional.empty()),
              entry("js", Optional.of("run the set-up script, then build again")));

  private static Catalogue.Entry entry(String name, Optional<String> missing) {
    return new Catalogue.Entry(
        new ToolManifest(name, name, "d", "1", "MIT", "s", "wasi-command", List.of("usage")),
        missing,
        () -> new byte[1]);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
"""
``                              | name a command, such as run, tools or inspect; "cloche --help" says what they do
rnu                             | unknown command "rnu"; did you mean run?
frobnicate                      | unknown command "frobnicate"; "cloche --help" lists what there is
--fule                          | unknown option "--fule"; "cloche --help" lists what there is
help rnu                        | unknown command "rnu"; did you mean run?
run                             | run needs a TOOL: a .wasm file or the name of a bundled tool ("cloche tools" lists them)
inspect                         | inspect needs a TOOL: a .wasm file or the name of a bundled tool ("cloche tools" lists them)
run --fule 1M T                 | unknown option "--fule"; did you mean --fuel?
run --fule=1M T                 | unknown option "--fule"; did you mean --fuel?
run -x T                        | unknown option "-x"; "cloche run --help" lists what there is
run --fuel                      | --fuel needs a value: --fuel N
run --json=1 T                  | option '--json' should be specified without '1' parameter
run --fuel --json T             | --fuel needs a value: --fuel N
run --fuel 1 --fuel 2 T         | --fuel is given twice; give it once
run --fuel banana T             | --fuel "banana" is not a count; write digits and an optional k, M or G, such as 500M
run --fuel= T                   | --fuel "" is not a count; write digits and an optional k, M or G, such as 500M
run --fuel -5 T                 | --fuel "-5" is not a count; write digits and an optional k, M or G, such as 500M
run --fuel 2000000G T           | --fuel "2000000G" is too large; write 1000000G or less
run --fuel 99999999999999999999 T | --fuel "99999999999999999999" is too large; write 1000000G or less
run --wall 10 T                 | --wall "10" is not a duration; write digits and ms, s, m or h, such as 250ms or 10s
run --wall 0s T                 | --wall "0s" is no time at all; write 1ms or more
run --wall 25h T                | --wall "25h" is too large; write 24h or less
run --memory 64k T              | --memory "64k" is not a size; write digits and an optional Ki, Mi or Gi, such as 16Mi
run --memory 100000 T           | --memory "100000" is not a multiple of the 64Ki page; write 64Ki or 128Ki
run --memory 2Gi T              | --memory "2Gi" is too large; write 2097088Ki or less
run --output 2Gi T              | --output "2Gi" is too large; write 1Gi or less
run --seed x T                  | --seed "x" is not a whole number of 64 bits; write digits, such as 42
run --execution fast T          | --execution "fast" is unknown; write tiered, compiled or interpreted
run --env X T                   | --env "X" has no "="; write NAME=VALUE
run --env =X T                  | --env "=X" has no name before "="; write NAME=VALUE
run --mount data T              | --mount "data" has no guest path; write HOST:GUEST, such as ./data:/data
run --mount :/data T            | --mount ":/data" has no guest path; write HOST:GUEST, such as ./data:/data
run --mount .: T                | --mount ".:" has a guest path that is not absolute; write /
run --mount .:data T            | --mount ".:data" has a guest path that is not absolute; write /data
run --mount .:/data:rw T        | --mount ".:/data:rw" ends in "rw"; the mode is read or overlay
run --mount gone:/data T        | --mount "gone:/data" names a host directory that does not exist
run --policy gone.yaml T        | policy file "gone.yaml" does not exist
run --policy D/folder.wasm T    | policy file "D/folder.wasm" is not a regular file
run --policy a --policy b T     | --policy is given twice; give it once
run --allow http://127.0.0.1/ T | --allow "http://127.0.0.1/" names a private or local address; say it in a policy with private: true
run --allow http://[::1]:8080/ T | --allow "http://[::1]:8080/" names a private or local address; say it in a policy with private: true
run --allow http://10.0.0.1/ T  | --allow "http://10.0.0.1/" names a private or local address; say it in a policy with private: true
run --allow http://169.254.169.254/ T | --allow "http://169.254.169.254/" names a private or local address; say it in a policy with private: true
run --allow https://LocalHost/ T | --allow "https://LocalHost/" names a private or local address; say it in a policy with private: true
run --allow https://a.localhost/ T | --allow "https://a.localhost/" names a private or local address; say it in a policy with private: true
run --audit-key k T             | --audit-key goes with --audit
run --audit D/gone/a.jsonl T    | --audit "D/gone/a.jsonl" is in no directory that exists
run gone.wasm                   | tool file "gone.wasm" does not exist
run ./gone                      | tool file "./gone" does not exist
run D/folder.wasm               | tool file "D/folder.wasm" is a directory; name a .wasm file in it
run /dev/null                   | tool file "/dev/null" is not a regular file; save the module to a file first
run qj                          | "qj" is no bundled tool and no file; did you mean jq? bundled tools: jq, js
run python                      | "python" is no bundled tool and no file; bundled tools: jq, js
run js                          | tool js is not built: run the set-up script, then build again
inspect gone.wasm               | tool file "gone.wasm" does not exist
inspect --fuel banana T         | --fuel "banana" is not a count; write digits and an optional k, M or G, such as 500M
tools python                    | "python" is no bundled tool; bundled tools: jq, js
tools jq js                     | unknown argument "js"; "cloche tools --help" lists what there is
""")
  void anyMistake_isOneSentenceAndStatus120(String line, String message) {
    String[] arguments = arguments(line);

    Invocation run = Invocation.of(FakeEngine.untouched(), CATALOGUE, "", arguments);

    String shown = run.err().replace(directory.toString(), "D");
    assertAll(
        () -> assertEquals("cloche: " + message + "\n", shown),
        () -> assertEquals(120, run.status()),
        () -> assertEquals("", run.out()),
        () -> assertFalse(run.err().contains("Exception") || run.err().contains("at dev.")));
  }

  @ParameterizedTest
  @CsvSource({
    "run --json --fuel banana T, \"banana\" is not a count",
    "run --fuel banana --json T, \"banana\" is not a count",
    "run --fule --json T, unknown option",
    "run --json, needs a TOOL",
    "run --json gone.wasm, does not exist",
    "tools --json python, is no bundled tool",
    "inspect --json gone.wasm, does not exist"
  })
  void anyMistakeWithJson_isOneObject(String line, String part) throws IOException {
    Invocation run = Invocation.of(FakeEngine.untouched(), CATALOGUE, "", arguments(line));

    JsonNode json = new ObjectMapper().readTree(run.out());
    assertEquals(120, run.status());
    assertEquals("", run.err());
    assertEquals("refused", json.path("outcome").asText());
    assertTrue(json.path("message").asText().contains(part), run.out());
    assertFalse(json.has("exit"));
  }

  @Test
  void jsonThatIsTheGuests_changesNothing() {
    Invocation run = Invocation.of(FakeEngine.untouched(), "run", "--fule", "tool", "--json");

    assertEquals(120, run.status());
    assertEquals("", run.out());
  }

  private String[] arguments(String line) {
    if (line.isEmpty()) {
      return new String[0];
    }
    String tool = directory.resolve("tool.wasm").toString();
    String[] words = line.split(" ");
    for (int i = 0; i < words.length; i++) {
      words[i] = words[i].equals("T") ? tool : words[i].replaceFirst("^D/", directory + "/");
    }
    return words;
  }
}
