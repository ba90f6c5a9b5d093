package dev.cloche.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.cloche.Captured;
import dev.cloche.Outcome;
import dev.cloche.Usage;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What the probe finds, and that a difference is an error. */
@Timeout(120)
class ReachCommandTest {

  /*
   * directory/
   *   policy.yaml
   *   in/     mounted at /in, read
   *   out/    mounted at /out, overlay
   */
  @TempDir Path directory;
  private LocalServer server;

  @BeforeEach
  void start() throws IOException {
    server = new LocalServer();
    Files.createDirectory(directory.resolve("in"));
    Files.createDirectory(directory.resolve("out"));
    Files.writeString(
        directory.resolve("policy.yaml"),
        """
        version: 1
        workspace:
          mounts: [ { host: ./in, at: /in }, { host: ./out, at: /out, mode: overlay } ]
        environment: { MODE: fast }
        network: { allow: [ { url: "%sok", private: true, methods: [GET] } ] }
        """
            .formatted(server.url()));
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void reach_policy_findsWhatItSaysAndSendsNothing() throws IOException {
    Map<String, String> found = found(reach(0));

    assertEquals("read", found.get("path /in"));
    assertEquals("read and write", found.get("path /out"));
    assertEquals("nothing", found.get("path /etc/passwd"));
    assertEquals("set", found.get("variable MODE"));
    assertEquals("allowed", found.get("request GET " + server.url() + "ok"));
    assertEquals("denied", found.get("request POST " + server.url() + "ok"));
    assertEquals("denied", found.get("request GET http://10.0.0.1/"));
    assertEquals("denied", found.get("request GET http://169.254.169.254/latest/meta-data/"));
    assertEquals(List.of(), server.requests());
    try (var left = Files.list(directory.resolve("out"))) {
      assertEquals(0, left.count(), "what the probe wrote stays in memory");
    }
  }

  @Test
  void reach_send_sendsWhatIsAllowedAlone() throws IOException {
    JsonNode json = reach(0, "--send");

    assertEquals("allowed", found(json).get("request GET " + server.url() + "ok"));
    assertEquals(List.of("GET /ok null"), server.requests());
  }

  /** A rule with a longer path takes the credential of the other away from its requests. */
  @Test
  void reach_credential_isFoundWhereARequestWasGivenIt() throws IOException {
    Path token = Files.writeString(directory.resolve("token"), "s3cr3t-of-the-test");
    Files.setPosixFilePermissions(token, PosixFilePermissions.fromString("rw-------"));
    Files.writeString(
        directory.resolve("policy.yaml"),
        """
        version: 1
        network:
          allow:
            - { url: "%1$sok", private: true, methods: [GET], credential: k }
            - { url: "%1$sok", private: true, methods: [GET], credential: other }
        credentials: { k: { file: token, header: X-K }, other: { file: token, header: X-O } }
        """
            .formatted(server.url()));

    JsonNode json = reach(0, "--send");

    String rule = " to " + server.url() + "ok [GET]";
    assertEquals("attached", found(json).get("credential k" + rule));
    assertEquals("not attached", found(json).get("credential other" + rule));
    assertEquals(found(json), found(reach(0)));
    assertFalse(json.toString().contains("s3cr3t"));
  }

  @Test
  void reach_withoutPolicy_findsTheEmptyWorkspaceAlone() throws IOException {
    Invocation run = invoke(EngineFactory.standard(), "reach", "--json");

    Map<String, String> found = found(new ObjectMapper().readTree(run.out()));
    assertEquals(0, run.status(), run.err());
    assertEquals("read and write", found.get("path /"));
    assertFalse(found.containsValue("allowed"));
    assertTrue(found.keySet().stream().noneMatch(key -> key.startsWith("variable")));
  }

  @Test
  void reach_native_findsWhatItSaysInTheSandbox() throws IOException {
    Path policy = directory.resolve("native.yaml");
    Files.writeString(directory.resolve("in/a.txt"), "a");
    Files.writeString(
        policy,
        """
        version: 1
        workspace:
          mounts: [ { host: ./in, at: /in }, { host: ./out, at: /out, mode: overlay } ]
        environment: { MODE: fast }
        native:
          commands: [git]
          leases: [ { credential: key, commands: [git], environment: TOKEN } ]
        credentials: { key: { issuer: true, header: X } }
        network: { allow: [ { url: "%sok", private: true, methods: [GET] } ] }
        """
            .formatted(server.url()));
    Invocation run =
        invoke(EngineFactory.standard(), "reach", "--json", "--policy", policy.toString());

    assertEquals(0, run.status(), run.out() + run.err());
    Map<String, String> found = found(new ObjectMapper().readTree(run.out()));
    assertEquals("read and write", found.get("native-path /workspace"));
    assertEquals("read", found.get("native-path /workspace/in"));
    assertEquals("read and write", found.get("native-path /workspace/out"));
    assertEquals("read", found.get("native-path /usr"));
    assertEquals("nothing", found.get("native-path /root"));
    assertEquals("denied", found.get("native-host 127.0.0.1 port 22"));
    assertEquals("present", found.get("native-interface lo"));
    assertEquals("set", found.get("native-variable MODE"));
    assertEquals("visible", found.get("native-process bwrap"));
    assertEquals("set", found.get("native-variable http_proxy"));
    assertEquals("lent", found.get("native-lease credential key in variable TOKEN of git"));
    assertEquals(List.of(), server.requests());
    assertEquals("none", found.get("native-capabilities CapEff"));
    try (var left = Files.list(directory.resolve("out"))) {
      assertEquals(0, left.count(), "what the probe wrote stays in memory");
    }
  }

  @Test
  void reach_nativeThatCannotRun_isADifference() throws IOException {
    Path policy = directory.resolve("native.yaml");
    Files.writeString(policy, "version: 1\nnative: { commands: [git], processes: 2 }\n");
    Invocation run =
        invoke(EngineFactory.standard(), "reach", "--json", "--policy", policy.toString());

    assertEquals(1, run.status(), run.out() + run.err());
    assertTrue(found(new ObjectMapper().readTree(run.out())).containsValue("refused"));
  }

  @Test
  void reach_difference_isStatus1AndNamed() throws IOException {
    FakeEngine engine = FakeEngine.answering(probed("path\t/etc/passwd\tread\n"));

    Invocation run = invoke(engine, "reach", "--json");

    assertEquals(1, run.status(), run.err());
    JsonNode json = new ObjectMapper().readTree(run.out());
    assertFalse(json.path("ok").asBoolean());
    assertEquals("read", found(json).get("path /etc/passwd"));
    assertTrue(invoke(engine, "reach").out().contains("DIFFERS"));
  }

  @Test
  void reach_whatNobodyGranted_isADifference() {
    String all = probeThatAgrees();

    assertEquals(0, invoke(FakeEngine.answering(probed(all)), "reach").status());
    String more = all + "variable\tAWS_SECRET\tset\n";
    assertEquals(1, invoke(FakeEngine.answering(probed(more)), "reach").status());
    String fine = all.replace("coarse", "fine");
    assertEquals(1, invoke(FakeEngine.answering(probed(fine)), "reach").status());
  }

  @Test
  void reach_probeThatDoesNotEnd_isNoAgreement() {
    assertEquals(120, invoke(FakeEngine.answering(Outcomes.trapped(0)), "reach").status());
  }

  /** What the probe prints under the strict policy. */
  private static String probeThatAgrees() {
    StringBuilder lines = new StringBuilder("clock\tresolution\tcoarse\n");
    new ReachTargets(dev.cloche.Policy.strict())
        .expected()
        .forEach(
            (target, says) ->
                lines
                    .append(target.replaceFirst(" ", "\t"))
                    .append('\t')
                    .append(says)
                    .append('\n'));
    return lines.toString();
  }

  private static Outcome probed(String lines) {
    Captured out = Captured.of(lines.getBytes(StandardCharsets.UTF_8));
    return new Outcome.Completed(0, out, Captured.EMPTY, Usage.NONE);
  }

  private JsonNode reach(int status, String... more) throws IOException {
    List<String> all = new ArrayList<>(List.of("reach", "--json", "--policy"));
    all.add(directory.resolve("policy.yaml").toString());
    all.addAll(List.of(more));
    Invocation run = invoke(EngineFactory.standard(), all.toArray(String[]::new));
    assertEquals(status, run.status(), run.out() + run.err());
    return new ObjectMapper().readTree(run.out());
  }

  private static Map<String, String> found(JsonNode json) {
    Map<String, String> found = new LinkedHashMap<>();
    json.path("findings")
        .forEach(
            one ->
                found.put(
                    one.path("kind").asText() + " " + one.path("subject").asText(),
                    one.path("found").asText()));
    return found;
  }

  private static Invocation invoke(EngineFactory engines, String... arguments) {
    return Invocation.of(engines, Catalogue.bundled(), "", arguments);
  }
}
