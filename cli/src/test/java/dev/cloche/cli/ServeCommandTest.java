package dev.cloche.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ServeCommandTest {

  private static final ObjectMapper MAPPER = new ObjectMapper();

  private static final String HELLO =
      """
      {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25",\
      "capabilities":{},"clientInfo":{"name":"t","version":"1"}}}
      {"jsonrpc":"2.0","method":"notifications/initialized"}
      """;

  private static final String LIST = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\"}\n";

  /**
   * What a run is given:
   *
   * <pre>
   *   policy.yaml   the policy
   *   token         a secret
   *   data/         a directory to mount
   * </pre>
   */
  @TempDir Path directory;

  private static String script(int id, String source) {
    return MAPPER
            .createObjectNode()
            .put("jsonrpc", "2.0")
            .put("id", id)
            .put("method", "tools/call")
            .set(
                "params",
                MAPPER
                    .createObjectNode()
                    .put("name", "run_script")
                    .set(
                        "arguments",
                        MAPPER.createObjectNode().put("language", "js").put("source", source)))
            .toString()
        + "\n";
  }

  private static Invocation serve(String stdin, String... options) {
    List<String> arguments = new ArrayList<>(List.of("serve"));
    arguments.addAll(List.of(options));
    return Invocation.of(
        EngineFactory.standard(), Catalogue.bundled(), stdin, arguments.toArray(String[]::new));
  }

  private static List<JsonNode> messages(Invocation run) throws IOException {
    List<JsonNode> messages = new ArrayList<>();
    for (String line : run.out().split("\n", -1)) {
      if (!line.isEmpty()) {
        messages.add(MAPPER.readTree(line));
      }
    }
    return messages;
  }

  private static JsonNode result(Invocation run, int id) throws IOException {
    return messages(run).stream()
        .filter(message -> message.path("id").asInt(-1) == id)
        .findFirst()
        .orElseThrow(() -> new AssertionError(run.toString()))
        .path("result");
  }

  private static List<String> names(JsonNode listed) {
    return listed.path("tools").findValuesAsText("name").stream()
        .filter(name -> !name.isEmpty())
        .distinct()
        .toList();
  }

  @Test
  void stdio_writesMessagesAloneAndEndsWithTheInput() throws IOException {
    Invocation run = serve(HELLO + LIST + script(2, "console.log(6*7)"));

    assertEquals(0, run.status());
    assertEquals("", run.err());
    assertTrue(names(result(run, 1)).containsAll(List.of("js", "jq", "run_script")));
    assertFalse(names(result(run, 1)).contains("run_command"), "the strict policy has no commands");
    assertEquals("42\n", result(run, 2).path("content").path(0).path("text").asText());
  }

  @Test
  void toolOptions_chooseWhatIsOffered() throws IOException {
    Invocation run = serve(HELLO + LIST, "--tool", "jq", "--tool", "run_script");

    assertEquals(List.of("jq", "run_script"), names(result(run, 1)));
  }

  @Test
  void policy_hidesToolsAndOffersCommands() throws IOException {
    Path policy =
        Files.writeString(
            directory.resolve("policy.yaml"),
            "version: 1\ntools: { allow: [ jq ] }\nnative: { commands: [ git, bash ] }\n");
    Invocation run = serve(HELLO + LIST, "--policy", policy.toString());

    assertEquals(List.of("jq", "run_command"), names(result(run, 1)));
    assertEquals(
        "[\"bash\",\"git\"]",
        result(run, 1)
            .path("tools")
            .path(1)
            .path("inputSchema")
            .path("properties")
            .path("command")
            .path("enum")
            .toString());
  }

  @Test
  void runCommand_worksInTheWorkspace() throws IOException {
    Path policy =
        Files.writeString(
            directory.resolve("policy.yaml"),
            "version: 1\nnative: { commands: [ bash ], degraded: true }\n");
    String call =
        "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/call\",\"params\":{\"name\":"
            + "\"run_command\",\"arguments\":{\"command\":\"bash\",\"arguments\":[\"-c\","
            + "\"cat in.txt; echo made > out.txt\"],\"files\":{\"/in.txt\":\"given\"}}}}\n";
    JsonNode result = result(serve(HELLO + call, "--policy", policy.toString()), 2);

    assertEquals("given", result.path("content").path(0).path("text").asText(), result::toString);
    assertTrue(
        result.path("content").findValuesAsText("uri").contains("workspace:///out.txt"),
        result::toString);
  }

  @Test
  void c1_credential_isNeverInAMessage() throws IOException {
    String secret = "s3cr3t-of-the-test";
    Path token = Files.writeString(directory.resolve("token"), secret);
    Files.setPosixFilePermissions(token, PosixFilePermissions.fromString("rw-------"));
    try (LocalServer server = new LocalServer()) {
      Path policy =
          Files.writeString(
              directory.resolve("policy.yaml"),
              """
              version: 1
              network: { allow: [ { url: "%sok", private: true, credential: k } ] }
              credentials: { k: { file: token, header: Authorization, value: "Bearer {}" } }
              """
                  .formatted(server.url()));
      String steal =
          "const r = await fetch('%sok'); console.error(JSON.stringify([...r.headers]));"
              + "console.log(await r.text(), typeof process); await fetch('%sother')";
      Invocation run =
          serve(
              HELLO + LIST + script(2, steal.formatted(server.url(), server.url())),
              "--policy",
              policy.toString());

      assertEquals(List.of("GET /ok Bearer " + secret), server.requests());
      JsonNode outcome = result(run, 2).path("_meta").path("dev.cloche/outcome");
      assertEquals("denied", outcome.path("outcome").asText(), run.out());
      String all = run.out() + run.err();
      assertFalse(all.contains(secret));
      assertFalse(
          all.contains(
              Base64.getEncoder().encodeToString(secret.getBytes(StandardCharsets.UTF_8))));
      assertFalse(all.contains(directory.toString()), "no path of the host either");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "policy.yaml,tools,token,120", // the policy lies where guests could change it
    "../policy.yaml,tools,../token,120", // the folder of tools does
    "../policy.yaml,../tools,token,120", // the token does
    "../policy.yaml,../tools,../token,125" // nothing does: only the address is wrong
  })
  void f21_whatDecides_isNotInAMount(String policy, String tools, String token, int status)
      throws IOException {
    Path mount = Files.createDirectory(directory.resolve("data"));
    Files.createDirectories(mount.resolve(tools).normalize());
    Files.writeString(mount.resolve(token).normalize(), "0123456789abcdef");
    Files.writeString(
        mount.resolve(policy).normalize(),
        "version: 1\nworkspace: { mounts: [ { host: \""
            + mount
            + "\", at: /in, mode: overlay } ] }\n");

    Invocation run =
        serve(
            "",
            "--policy",
            mount.resolve(policy).normalize().toString(),
            "--tool",
            "jq",
            "--tools",
            mount.resolve(tools).normalize().toString(),
            "--token-file",
            mount.resolve(token).normalize().toString(),
            "--http",
            "192.0.2.1:1"); // TEST-NET-1 (RFC 5737): no address of any machine

    assertEquals(status, run.status(), run.err());
  }

  @ParameterizedTest
  @CsvSource({
    "--http,nonsense",
    "--http,example.com:80",
    "--http,127.0.0.1:99999",
    "--http,0.0.0.0:8808",
    "--token-file,nowhere",
    "--allowed-host,x",
    "--tool,nix",
    "--tools,nowhere",
    "--policy,nowhere"
  })
  void wrongOptions_areRefusedInOneLine(String option, String value) {
    Invocation run = serve("", option, value);

    assertEquals(120, run.status(), run.err());
    assertEquals(1, run.err().lines().count(), run.err());
    assertEquals("", run.out());
  }

  @Test
  void help_hasExamples() {
    Invocation run = serve("", "--help");

    assertEquals(0, run.status());
    assertTrue(run.out().contains("cloche serve --stdio"));
    assertTrue(run.out().contains("--token-file"));
  }
}
