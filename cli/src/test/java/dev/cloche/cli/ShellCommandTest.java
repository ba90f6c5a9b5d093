package dev.cloche.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code cloche shell} in a real sandbox: streams, statuses, policies, mounts. */
@Timeout(300)
@Tag("one-jdk")
class ShellCommandTest {

  @TempDir Path directory;

  @AfterEach
  void nothingIsLeftOver() {
    Processes.assertNoneLeft();
  }

  private static Invocation shell(String... arguments) {
    String[] all = new String[arguments.length + 1];
    all[0] = "shell";
    System.arraycopy(arguments, 0, all, 1, arguments.length);
    return Invocation.of(FakeEngine.untouched(), List::of, "typed\n", all);
  }

  private String policy(String text) throws IOException {
    Path file = directory.resolve("policy.yaml");
    Files.writeString(file, "version: 1\n" + text);
    return file.toString();
  }

  @Test
  void command_hasItsOwnStreamsArgumentsAndStatus() {
    Invocation run =
        shell(
            "--env",
            "A=b",
            "--",
            "bash",
            "-c",
            "cat; echo $A $1; echo err >&2; exit 7",
            "-",
            "--x");

    assertEquals("typed\nb --x\n", run.out());
    assertEquals("err\n", run.err());
    assertEquals(7, run.status());
  }

  @Test
  void json_tellsOutcomeAndUsage() throws IOException {
    Invocation run =
        shell("--json", "--wall", "1s", "--memory", "64Mi", "--processes", "20", "sleep", "60");

    JsonNode json = new ObjectMapper().readTree(run.out());
    assertEquals(122, run.status());
    assertEquals("limit-exceeded", json.path("outcome").asText());
    assertEquals("wall", json.path("limit").path("which").asText());
    assertTrue(json.path("usage").path("memoryBytes").asLong() > 0);
    assertFalse(json.path("usage").path("degraded").asBoolean(true));
    assertTrue(json.path("usage").path("leftOut").isArray());
  }

  @ParameterizedTest
  @CsvSource({
    "memory, 'x=aaaaaaaaaaaaaaaa; while :; do x=$x$x; done'",
    "processes, 'exec sh -c \"while :; do sleep 50 & done\"'",
    "output, 'yes'"
  })
  void limit_ofAnOption_ends(String which, String script) throws IOException {
    Invocation run =
        shell(
            "--json",
            "--memory",
            "64Mi",
            "--processes",
            "20",
            "--output",
            "4Ki",
            "--wall",
            "60s",
            "--",
            "bash",
            "-c",
            script);

    assertEquals(122, run.status(), run.err());
    JsonNode limit = new ObjectMapper().readTree(run.out()).path("limit");
    assertEquals(which, limit.path("which").asText());
  }

  @Test
  void policy_decidesOnTheCommand_andItsLimitsAreOnlyLowered() throws IOException {
    String policy = policy("native: { commands: [bash], processes: 20 }\n");

    assertEquals(121, shell("--policy", policy, "--", "sh", "-c", "true").status());
    Invocation run =
        shell(
            "--json",
            "--policy",
            policy,
            "--processes",
            "64",
            "--wall",
            "60s",
            "--",
            "bash",
            "-c",
            "exec sh -c 'while :; do sleep 50 & done'");
    JsonNode limit = new ObjectMapper().readTree(run.out()).path("limit");
    assertEquals(20, limit.path("limit").asInt(), run.out());
  }

  @Test
  void whatCannotBeEnforcedOrFound_isRefused() throws IOException {
    assertEquals(120, shell("--allow", "https://example.org/", "true").status());
    assertEquals(120, shell("absent-program").status());
    assertEquals(120, shell("./script.sh").status());
    assertEquals(120, shell("--memory", "1Mi", "true").status());
    assertEquals(120, shell("--processes", "many", "true").status());
    assertEquals(120, shell("--cpu", "100", "true").status());
    assertEquals(120, shell().status());
    assertEquals(0, shell("--cpu", "50%", "true").status());
  }

  @Test
  void deniedRequest_isStatus121_ifTheCommandFailedOfIt() throws IOException {
    String policy =
        policy(
            """
            native: { commands: [bash] }
            limits: { wall: 60s }
            network: { allow: [ { url: "http://127.0.0.1:1/", private: true } ] }
            """);
    String request = "curl -sf http://evil.test/";

    Invocation run = shell("--policy", policy, "--json", "--", "bash", "-c", request);
    assertEquals(121, run.status(), run.err());
    JsonNode json = new ObjectMapper().readTree(run.out());
    assertEquals("network.default", json.path("denied").path("rule").asText());
    assertEquals(0, shell("--policy", policy, "--", "bash", "-c", request + " || true").status());
  }

  @Test
  void lease_ofAPolicy_isTheCommands_andInNoStreamAndNoRecord() throws IOException {
    String secret = "canary-" + "0123456789abcdef";
    Path token = Files.writeString(directory.resolve("token"), secret + "\n");
    Path own = Files.setPosixFilePermissions(token, PosixFilePermissions.fromString("rw-------"));
    Path log = directory.resolve("leases.jsonl");
    String policy =
        policy(
            """
            native:
              commands: [bash, sh]
              leases:
                - { credential: key, commands: [bash], environment: TOKEN }
                - { credential: key, commands: [bash], file: key.txt }
            credentials: { key: { file: "%s", header: X } }
            """
                .formatted(own));
    String script = "echo ${#TOKEN}; echo $TOKEN; cat /run/cloche/secrets/key.txt >&2";
    String[] options = {"--policy", policy, "--processes", "20", "--audit", log.toString(), "--"};
    Invocation run = shell(all(options, "bash", "-c", script));
    assertEquals("23\n[redacted]\n", run.out(), run.err());
    assertEquals("[redacted]", run.err());
    assertEquals("0\n", shell(all(options, "sh", "-c", "echo ${#TOKEN}")).out());
    String records = Files.readString(log);
    assertTrue(records.contains("\"place\":\"variable TOKEN\""), records);
    assertFalse(records.contains(secret), records);
  }

  private static String[] all(String[] first, String... rest) {
    return Stream.concat(Arrays.stream(first), Arrays.stream(rest)).toArray(String[]::new);
  }

  @Test
  void degraded_isPermittedForOneCall_andNeverAddedToAPolicy() throws IOException {
    Path log = directory.resolve("audit.jsonl");
    String strict = policy("native: { commands: [\"true\"] }\n");

    assertEquals(120, shell("--policy", strict, "--degraded", "true").status());
    assertEquals(0, shell("--policy", strict, "true").status());
    String permitting = policy("native: { commands: [\"true\"], degraded: true }\n");
    assertEquals(0, shell("--policy", permitting, "--degraded", "true").status());
    Invocation run = shell("--degraded", "--json", "--audit", log.toString(), "true");
    boolean degraded =
        new ObjectMapper().readTree(run.out()).path("usage").path("degraded").asBoolean();
    assertEquals(0, run.status(), run.err());
    assertTrue(Files.readString(log).contains("\"degraded\":" + degraded));
  }

  @Test
  void mounts_areReadOrOverlay_andCommitWritesBackWhatEndedWell() throws IOException {
    Path in = Files.createDirectory(directory.resolve("in"));
    Path out = Files.createDirectory(directory.resolve("out"));
    Files.writeString(in.resolve("a.txt"), "a\n");
    String[] options = {"--mount", in + ":/in", "--mount", out + ":/out:overlay", "--commit", "--"};

    Invocation failed = shell(with(options, "bash", "-c", "cp in/a.txt out/b.txt; exit 3"));
    assertEquals(3, failed.status());
    assertFalse(Files.exists(out.resolve("b.txt")));

    Invocation run =
        shell(with(options, "bash", "-c", "tr a b < in/a.txt > out/b.txt; echo x > in/a.txt"));
    assertEquals(0, run.status(), run.err());
    assertEquals("b\n", Files.readString(out.resolve("b.txt")));
    assertEquals("a\n", Files.readString(in.resolve("a.txt")));
    assertTrue(run.err().contains("/in/a.txt"), run.err());
  }

  @Test
  void audit_hasTheCommandAndItsEnd() throws IOException {
    Path log = directory.resolve("audit.jsonl");

    assertEquals(0, shell("--audit", log.toString(), "--", "bash", "-c", "true").status());
    String records = Files.readString(log);
    assertTrue(records.contains("\"name\":\"bash\""), records);
    assertTrue(records.contains("\"degraded\":false"), records);
  }

  private static String[] with(String[] options, String... command) {
    return Stream.of(options, command).flatMap(Arrays::stream).toArray(String[]::new);
  }
}
