package dev.cloche.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.cloche.Policy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code cloche policy check} and {@code cloche explain}. */
class PolicyCommandTest {

  @TempDir Path directory;

  /*
   * directory/
   *   good.yaml
   *   bad.yaml   two problems
   *   js.wasm    eight bytes
   */
  @BeforeEach
  void fill() throws IOException {
    Files.writeString(
        directory.resolve("good.yaml"),
        """
        version: 1
        workspace: { mounts: [ { host: data, at: /data, mode: overlay } ] }
        network: { allow: [ { url: "https://a.example/v1" } ] }
        environment: { A: canary }
        tools: { allow: [js] }
        """);
    Files.writeString(
        directory.resolve("bad.yaml"), "version: 1\nlimits: { feul: 1 }\ncolour: red\n");
    Files.write(directory.resolve("js.wasm"), new byte[8]);
    Files.write(directory.resolve("jq.wasm"), new byte[8]);
  }

  private Invocation run(String line) {
    String[] words =
        Arrays.stream(line.split(" "))
            .map(word -> word.replaceFirst("^D/", directory + "/"))
            .toArray(String[]::new);
    return Invocation.of(FakeEngine.untouched(), words);
  }

  private static JsonNode json(Invocation run) throws IOException {
    return new ObjectMapper().readTree(run.out());
  }

  @Test
  void check_goodPolicy_printsDigestAndSummary() throws IOException {
    Invocation run = run("policy check D/good.yaml");
    String digest = Policy.read(directory.resolve("good.yaml")).digest();

    assertEquals(0, run.status());
    assertEquals("", run.err());
    assertTrue(run.out().startsWith("ok sha256:" + digest + "\n"), run.out());
    assertTrue(run.out().contains("1 mounts"));
    assertFalse(run.out().contains("canary"));
    assertEquals(
        "sha256:" + digest, json(run("policy --json check D/good.yaml")).path("digest").asText());
  }

  @Test
  void check_badPolicy_printsEveryProblemWithItsPlace() throws IOException {
    Invocation run = run("policy check D/bad.yaml");

    assertEquals(120, run.status());
    assertEquals("", run.out());
    assertEquals(
        """
        cloche: D/bad.yaml:2:11: limits.feul: unknown key "feul"; did you mean fuel?
        cloche: D/bad.yaml:3:1: colour: unknown key "colour"; known here: version, extends, limits, workspace, network, environment, credentials, native, tools
        """,
        run.err().replace(directory.toString(), "D"));
    Invocation asJson = run("policy --json check D/bad.yaml");
    assertEquals(120, asJson.status());
    assertEquals(2, json(asJson).path("problems").size());
    assertEquals(3, json(asJson).path("problems").get(1).path("line").asInt());
  }

  @ParameterizedTest
  @CsvSource({
    "https://a.example/v1/x, 0, network.allow[0]",
    "https://a.example/v2, 121, network.default",
    "https://b.example/v1, 121, network.default",
    "/data/x, 0, workspace.mounts[0]",
    "/data/.git/hooks/x, 0, workspace.protected",
    "/x, 0, workspace",
    "D/js.wasm, 0, tools.allow",
    "D/jq.wasm, 121, tools.allow"
  })
  void explain_anything_saysRuleAndStatus(String subject, int status, String rule)
      throws IOException {
    // A tool's file is named as the shell would: a path of the host is no path of a guest.
    String given = subject.replace("D/", Path.of("").toAbsolutePath().relativize(directory) + "/");
    Invocation run = run("explain D/good.yaml " + given);
    Invocation asJson = run("explain --json D/good.yaml " + given);

    assertEquals(status, run.status());
    assertEquals(status, asJson.status());
    assertTrue(run.out().contains("rule     " + rule + "\n"), run.out());
    assertEquals(rule, json(asJson).path("rule").asText());
    assertEquals(status == 0, json(asJson).path("allowed").asBoolean());
  }

  @Test
  void explain_method_counts() {
    assertEquals(0, run("explain --method HEAD D/good.yaml https://a.example/v1").status());
    assertEquals(121, run("explain --method POST D/good.yaml https://a.example/v1").status());
  }

  @ParameterizedTest
  @CsvSource({
    "native.yaml bash, 0, native.commands",
    "--command native.yaml bash, 0, native.commands",
    "--command native.yaml -- bash -c true, 0, native.commands",
    "--command native.yaml git, 121, native.commands",
    "--command native.yaml js, 121, native.commands",
    "native.yaml js.wasm, 0, tools",
    "--command native.yaml /bin/sh, 121, malformed",
    "--command good.yaml bash, 121, tools.allow",
    "--command none.yaml bash, 121, native.default",
    "--command hidden.yaml bash, 121, network"
  })
  void explain_command_saysRuleAndStatus(String words, int status, String rule) throws IOException {
    Files.writeString(directory.resolve("native.yaml"), "version: 1\nnative: { commands: [bash] }");
    Files.writeString(directory.resolve("none.yaml"), "version: 1");
    Files.writeString(
        directory.resolve("hidden.yaml"),
        "version: 1\nnative: { commands: [bash] }\n"
            + "network: { allow: [ { url: \"https://a.example/v1\" } ] }");
    String given =
        words
            .replaceFirst("([a-z]+\\.yaml)", "D/$1")
            .replace("js.wasm", Path.of("").toAbsolutePath().relativize(directory) + "/js.wasm");
    Invocation run = run("explain " + given);
    Invocation asJson = run("explain --json " + given);

    assertEquals(status, run.status(), run.err());
    assertEquals(rule, json(asJson).path("rule").asText());
    assertEquals(status == 0, json(asJson).path("allowed").asBoolean());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "policy",
        "policy check",
        "policy chekc D/good.yaml",
        "policy check D/good.yaml D/bad.yaml",
        "policy check D/gone.yaml",
        "policy check /dev/null",
        "explain",
        "explain D/good.yaml",
        "explain D/good.yaml /a /b",
        "explain D/gone.yaml /a",
        "explain --method POST D/good.yaml /a",
        "explain D/good.yaml no-such-tool",
        "explain --command D/good.yaml",
        "explain --command --method GET D/good.yaml bash"
      })
  void badUsage_isOneSentenceAndStatus120(String line) {
    Invocation run = run(line);

    assertEquals(120, run.status());
    assertEquals("", run.out());
    assertTrue(run.err().startsWith("cloche: "), run.err());
    assertEquals(1, run.err().lines().count(), run.err());
    assertFalse(run.err().contains("internal error"), run.err());
  }

  @Test
  void explain_policyWithMistakes_isRefusedWithALineForEach() {
    Invocation run = run("explain D/bad.yaml /a");

    assertEquals(120, run.status());
    assertEquals(2, run.err().lines().count(), run.err());
    assertTrue(run.err().lines().allMatch(mistake -> mistake.startsWith("cloche: ")), run.err());
  }
}
