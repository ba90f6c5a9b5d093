package dev.cloche.policy;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cloche.Limits;
import dev.cloche.Policy;
import dev.cloche.egress.EgressLimits;
import dev.cloche.egress.EgressRule;
import dev.cloche.egress.Injection.Place;
import dev.cloche.signature.SignerKey;
import dev.cloche.testkit.Policies;
import dev.cloche.workspace.Access;
import dev.cloche.workspace.WorkspaceLimits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Documents that are understood, and every way in which one can be wrong, with its place. */
@Tag("one-jdk")
class PolicyDocumentTest {

  private static final Path BASE = Path.of("/etc/cloche");

  @TempDir Path directory;

  static final String FULL =
      """
      version: 1
      extends: normal
      limits: { fuel: 5G, wall: 10s, memory: 256Mi, output: 1Mi }
      workspace:
        bytes: 64Mi
        files: 10k
        depth: 32
        mounts:
          - { host: ./data, at: /data, mode: read }
          - { host: /srv/out, at: /out, mode: overlay }
        protected: [secrets]
        unprotected: [.env]
      network:
        allow:
          - { url: "https://api.github.com/repos/", methods: [GET, POST], credential: github }
          - { url: "http://intern.example.com:8080", private: true }
        deny: [ { url: "https://api.github.com/repos/secret/" } ]
        requests: 7
        sent: 1Mi
        received: 2Mi
        response: 3Mi
        expansion: 50
        header: 8Ki
        redirects: 2
        connect: 3s
      environment: { MODE: fast, LANG: { env: HOST_LANG } }
      credentials:
        github: { env: GITHUB_TOKEN, header: Authorization, value: "Bearer {}", ttl: 5m, uses: 20 }
        other: { file: token, query: key }
        third: { issuer: true, header: X-Key }
      native:
        commands: [git, bash]
        memory: 512Mi
        processes: 64
        cpu: 150%
        degraded: true
        leases:
          - { credential: github, commands: [git], environment: GITHUB_TOKEN }
          - { credential: other, commands: [git, bash], file: token.txt }
      tools:
        allow: [js, "jq@sha256:HEX"]
        pins: { js: "sha256:HEX", old: none }
        signers: ["ed25519:d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a"]
      """
          .replace("HEX", "ab".repeat(32));

  private static Policy parse(String text) {
    return PolicyDocument.parse(text, BASE, Map.of("HOST_LANG", "C.UTF-8"));
  }

  private static List<PolicyProblem> problems(String text) {
    return assertThrows(PolicyException.class, () -> parse(text)).problems();
  }

  @Test
  void parse_everyKey_givesTheRecords() {
    Policy policy = parse(FULL);

    assertAll(
        () ->
            assertEquals(
                new Limits(5_000_000_000L, Duration.ofSeconds(10), 256L << 20, 1L << 20),
                policy.limits()),
        () -> assertEquals(new WorkspaceLimits(64L << 20, 10_000, 32), policy.workspace().limits()),
        () ->
            assertEquals(
                List.of(
                    new PolicyMount(Path.of("/etc/cloche/data"), "/data", Access.READ),
                    new PolicyMount(Path.of("/srv/out"), "/out", Access.OVERLAY)),
                policy.workspace().mounts()),
        () -> assertTrue(policy.workspace().protectedNames().patterns().contains("secrets")),
        () -> assertTrue(policy.workspace().protectedNames().patterns().contains(".git/hooks")),
        () -> assertFalse(policy.workspace().protectedNames().patterns().contains(".env")),
        () ->
            assertEquals(
                new EgressLimits(
                    7, 1 << 20, 2 << 20, 3 << 20, 50, 8 << 10, 2, Duration.ofSeconds(3)),
                policy.network().limits()),
        () -> assertEquals(3, ruleCount(policy)),
        () -> assertEquals(Set.of("GET", "POST"), allow(policy, 0).methods()),
        () -> assertEquals(Optional.of("github"), allow(policy, 0).credential()),
        () -> assertTrue(allow(policy, 1).privateAddress()),
        () ->
            assertEquals(
                Map.of(
                    "MODE", EnvironmentVariable.literal("fast"),
                    "LANG", EnvironmentVariable.read("HOST_LANG", "C.UTF-8")),
                policy.environment()),
        () ->
            assertEquals(
                new CredentialRule(
                    new CredentialSource.Environment("GITHUB_TOKEN"),
                    Optional.of(new Placement(Place.HEADER, "Authorization", "Bearer {}")),
                    Duration.ofMinutes(5),
                    20),
                policy.credentials().get("github")),
        () ->
            assertEquals(
                CredentialRule.query(
                    new CredentialSource.File(Path.of("/etc/cloche/token")), "key"),
                policy.credentials().get("other")),
        () ->
            assertEquals(
                CredentialRule.header(new CredentialSource.Issuer(), "X-Key"),
                policy.credentials().get("third")),
        () ->
            assertEquals(
                new NativePolicy(
                    List.of("bash", "git"),
                    512L << 20,
                    64,
                    150,
                    true,
                    List.of(
                        NativeLease.file("other", "token.txt", "bash", "git"),
                        NativeLease.variable("github", "GITHUB_TOKEN", "git"))),
                policy.nativeCommands()),
        () ->
            assertEquals(
                Optional.of(
                    new ToolPolicy(
                        Optional.of(
                            List.of(
                                ToolEntry.parse("js"),
                                ToolEntry.parse("jq@sha256:" + "ab".repeat(32)))),
                        new ToolPins(
                            Map.of("js", Optional.of("ab".repeat(32)), "old", Optional.empty())),
                        ToolSigners.anyOf(List.of(SignerKey.parse(Policies.KEYS.get(0)))))),
                policy.tools()));
  }

  private static EgressRule allow(Policy policy, int index) {
    return policy.network().rules().layers().get(0).allow().get(index);
  }

  private static int ruleCount(Policy policy) {
    var layer = policy.network().rules().layers().get(0);
    return layer.allow().size() + layer.deny().size();
  }

  @Test
  void toYaml_ofEveryKey_readsBackAsTheSame() {
    Policy policy = parse(FULL);

    assertEquals(policy, parse(policy.toYaml()));
    assertEquals(policy.digest(), parse(policy.toYaml()).digest());
  }

  @Test
  void parse_fullDocument_usesEveryKey() {
    for (String key : PolicyKeys.all()) {
      String last = key.replaceFirst(".*\\.", "");
      assertTrue(last.equals("*") || FULL.contains(last + ":"), key);
    }
  }

  @Test
  void parse_versionAlone_isStrict() {
    assertEquals(Policy.strict(), parse("version: 1\n"));
    assertEquals(Policy.strict(), parse("{\"version\": 1}"));
    assertEquals(Policy.strict(), parse("version: 1\nextends: strict\n"));
  }

  @ParameterizedTest
  @EnumSource(Profile.class)
  void extends_aProfile_startsFromItAndOpensNothing(Profile profile) {
    Policy policy = parse("version: 1\nextends: " + profile.id());

    assertEquals(Policy.builder(profile).build(), policy);
    assertEquals(NetworkPolicy.closed(profile.egress()), policy.network());
    assertEquals(List.of(), policy.workspace().mounts());
    assertEquals(Map.of(), policy.environment());
    assertEquals(List.of(), policy.nativeCommands().commands());
  }

  @Test
  void extends_andAKey_theKeyHolds() {
    Policy policy = parse("version: 1\nextends: generous\nlimits: { wall: 1s }\n");

    assertEquals(
        Policy.generous().limits().toBuilder().wall(Duration.ofSeconds(1)).build(),
        policy.limits());
  }

  @Test
  void parse_json_saysTheSameAsYaml() {
    String json =
        """
        {\t"version": 1, "limits": {"fuel": 1000, "wall": "2s"},
        \t"network": {"allow": [{"url": "https:\\/\\/example.com"}]}}
        """;
    String yaml =
        """
        version: 1
        limits: { fuel: 1k, wall: 2s }
        network: { allow: [ { url: https://example.com } ] }
        """;

    assertEquals(parse(yaml), parse(json));
    assertEquals(parse(yaml).digest(), parse(json).digest());
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      value = {
        "unknown key         | limits: { feul: 1 }                | 2:11 | limits.feul | fuel",
        "unknown at the root | limit: {}                          | 2:1  | limit | limits",
        "unknown, far        | banana: 1                          | 2:1  | banana | workspace",
        "duplicate key       | limits: { fuel: 1, fuel: 2 }       | 2:20 | limits.fuel | twice",
        "duplicate section   | limits: {}\\nlimits: {}            | 3:1  | limits | twice",
        "wrong type          | limits: 5                          | 2:9  | limits | mapping",
        "nothing             | limits:                            | 2:8  | limits | nothing",
        "null                | limits: ~                          | 2:9  | limits | nothing",
        "list for mapping    | limits: [fuel]                     | 2:9  | limits | list",
        "no unit             | limits: { wall: 10 }               | 2:17 | limits.wall | duration",
        "wrong unit          | limits: { memory: 64MB }           | 2:19 | limits.memory | size",
        "fraction            | limits: { fuel: 1.5 }              | 2:17 | limits.fuel | count",
        "underscore          | limits: { fuel: 1_000 }            | 2:17 | limits.fuel | count",
        "octal               | limits: { fuel: 0o17 }             | 2:17 | limits.fuel | count",
        "negative            | limits: { fuel: -1 }               | 2:17 | limits.fuel | count",
        "too large           | limits: { memory: 3Gi }            | 2:19 | limits.memory | 2097088Ki",
        "no time             | limits: { wall: 0s }               | 2:17 | limits.wall | 1ms",
        "half a page         | limits: { memory: 1000 }           | 2:19 | limits.memory | 64Ki",
        "truth for a size    | limits: { memory: true }           | 2:19 | limits.memory | true",
        "huge                | limits: { fuel: 99999999999999999999G } | 2:17 | limits.fuel | between",
        "no files            | workspace: { files: 0 }            | 2:21 | workspace.files | between",
        "mount without at    | workspace: { mounts: [ { host: a } ] } | 2:24 | workspace.mounts[0] | at is missing",
        "mount without host  | workspace: { mounts: [ { at: /a } ] }  | 2:24 | workspace.mounts[0] | host is missing",
        "relative at         | workspace: { mounts: [ { host: a, at: b } ] } | 2:24 | workspace.mounts[0] | guest path",
        "at with dots        | workspace: { mounts: [ { host: a, at: /b/../c } ] } | 2:24 | workspace.mounts[0] | guest path",
        "unknown mode        | workspace: { mounts: [ { host: a, at: /b, mode: rw } ] } | 2:49 | workspace.mounts[0].mode | overlay",
        "same place          | workspace: { mounts: [ { host: a, at: /b }, { host: c, at: /b/d } ] } | 2:60 | workspace.mounts[1].at | overlaps",
        "protected path      | workspace: { protected: [/etc] }   | 2:26 | workspace.protected[0] | protected",
        "unprotected unknown | workspace: { unprotected: [.git/hook] } | 2:28 | workspace.unprotected[0] | .git/hooks",
        "text for list       | workspace: { protected: a }        | 2:25 | workspace.protected | list",
        "rule without url    | network: { allow: [ { methods: [GET] } ] } | 2:21 | network.allow[0] | url is missing",
        "bad url             | network: { allow: [ { url: ftp://a.example/ } ] } | 2:28 | network.allow[0].url | ftp",
        "text for rule       | network: { allow: [ \"https://a.example/\" ] } | 2:21 | network.allow[0] | mapping",
        "nothing for rules   | network: { allow: ~ }              | 2:19 | network.allow | nothing",
        "small method        | network: { allow: [ { url: https://a.example/, methods: [get] } ] } | 2:58 | network.allow[0].methods[0] | GET",
        "no methods          | network: { allow: [ { url: https://a.example/, methods: [] } ] } | 2:57 | network.allow[0].methods | empty",
        "no such credential  | network: { allow: [ { url: https://a.example/, credential: x } ] } | 2:60 | network.allow[0].credential | none",
        "private wildcard    | network: { allow: [ { url: \"https://*.example.com/\", private: true } ] } | 2:21 | network.allow[0] | wildcard",
        "deny with private   | network: { deny: [ { url: https://a.example/, private: true } ] } | 2:47 | network.deny[0].private | unknown key",
        "dead rule           | network: { allow: [ { url: https://a.example/b/c } ], deny: [ { url: https://a.example/b } ] } | 2:21 | network.allow[0] | deny[0]",
        "expansion           | network: { expansion: 0 }          | 2:23 | network.expansion | between",
        "number for variable | environment: { A: 1 }              | 2:19 | environment.A | quotes",
        "variable not set    | environment: { A: { env: GONE } }  | 2:26 | environment.A.env | not set",
        "name of a variable  | environment: { a-b: c }            | 2:16 | environment.a-b | letters",
        "no source           | credentials: { a: { header: X } }  | 2:19 | credentials.a | exactly one",
        "two sources         | credentials: { a: { env: X, file: y, header: X } } | 2:19 | credentials.a | env and file",
        "value without place | credentials: { a: { env: X, value: \"a {}\" } } | 2:36 | credentials.a.value | header or query",
        "rule without place  | credentials: { a: { env: X } }\\nnetwork: { allow: [ { url: https://a.example/, credential: a } ] } | 3:60 | network.allow[0].credential | neither header nor query",
        "two places          | credentials: { a: { env: X, header: Y, query: z } } | 2:19 | credentials.a | header and query",
        "issuer false        | credentials: { a: { issuer: false, header: X } } | 2:29 | credentials.a.issuer | true",
        "no braces           | credentials: { a: { env: X, header: Y, value: Bearer } } | 2:19 | credentials.a | exactly one",
        "braces twice        | credentials: { a: { env: X, header: Y, value: \"{}{}\" } } | 2:19 | credentials.a | exactly one",
        "header of its own   | credentials: { a: { env: X, header: Host } } | 2:19 | credentials.a | Host",
        "no header name      | credentials: { a: { env: X, header: \"A B\" } } | 2:19 | credentials.a | header",
        "long ttl            | credentials: { a: { env: X, header: Y, ttl: 25h } } | 2:45 | credentials.a.ttl | 24h",
        "no uses             | credentials: { a: { env: X, header: Y, uses: 0 } } | 2:46 | credentials.a.uses | between",
        "path as command     | native: { commands: [/bin/sh] }    | 2:22 | native.commands[0] | file name",
        "cpu without percent | native: { cpu: 100 }               | 2:16 | native.cpu | 100%",
        "text for truth      | native: { degraded: \"true\" }     | 2:21 | native.degraded | true or false",
        "short digest        | tools: { allow: [ \"sha256:ab\" ] } | 2:19 | tools.allow[0] | hexadecimal",
        "tools of nothing    | tools: {}                          | 2:8  | tools | one of allow, pins and signers",
        "short pin           | tools: { pins: { a: sha256:ab } } | 2:21 | tools.pins.a | hexadecimal",
        "pin that is a list  | tools: { pins: { a: [] } }        | 2:21 | tools.pins.a | sha256:DIGEST",
        "pin of no name      | tools: { pins: { a/b: none } }    | 2:18 | tools.pins.a/b | letters",
        "pinned twice        | tools: { pins: { a: none, a: none } } | 2:27 | tools.pins.a | twice",
        "no signers          | tools: { signers: [] }            | 2:19 | tools.signers | no key",
        "signer not there    | tools: { signers: [gone.pub] }    | 2:20 | tools.signers[0] | cannot be read",
        "short signer        | tools: { signers: [\"ed25519:ab\"] } | 2:20 | tools.signers[0] | hexadecimal",
        "no such clause      | tools: { require: signed }        | 2:10 | tools.require | unknown key",
        "profile             | extends: generos                   | 2:10 | extends | generous",
        "anchor              | limits: &a { fuel: 1 }             | 2:9  | limits | anchor",
        "alias               | extends: *a                        | 2:10 | extends | alias",
        "tag                 | extends: !!str strict              | 2:10 | extends | tag",
        "merge key           | <<: { limits: {} }                 | 2:1  | << | merge",
        "second document     | ---\\nversion: 1                   | 3:1  | '' | second",
      })
  void parse_wrongDocument_saysWhereAndWhat(
      String label, String text, String place, String key, String mentioned) {
    List<PolicyProblem> problems = problems("version: 1\n" + text.replace("\\n", "\n"));

    String at = place.strip();
    Optional<PolicyProblem> found =
        problems.stream()
            .filter(p -> (p.line() + ":" + p.column()).equals(at))
            .filter(p -> p.key().equals(key.equals("''") ? "" : key))
            .findFirst();
    assertTrue(found.isPresent(), () -> label + " gave " + problems);
    assertTrue(found.get().message().contains(mentioned), () -> label + " gave " + problems);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "# nothing",
        "limits: {}",
        "version: 2",
        "version: \"1\"",
        "version: 01",
        "version: 1.0",
        "- version: 1",
        "version 1",
        "version: [1",
        "{\"version\": 1",
        "{\"version\": 1} {}",
        "{\"version\": 1, \"version\": 1}",
        "version: 1\n\tlimits: {}",
        "version: 1\nlimits: { fuel: 1",
      })
  void parse_noDocumentOfVersion1_isRefusedWithAPlace(String text) {
    problems(text).forEach(problem -> assertTrue(problem.line() >= 1 && problem.column() >= 1));
  }

  @Test
  void parse_severalProblems_areAllReportedInOrder() {
    List<PolicyProblem> problems =
        problems(
            """
            version: 1
            limits:
              fuel: banana
              wall: 10
            network:
              allow:
                - url: "gopher://x"
                - { url: "https://a.example/", methods: [FETCH] }
            colour: red
            """);

    assertEquals(
        List.of(
            "limits.fuel",
            "limits.wall",
            "network.allow[0].url",
            "network.allow[1].methods[0]",
            "colour"),
        problems.stream().map(PolicyProblem::key).toList());
    assertEquals(List.of(3, 4, 7, 8, 9), problems.stream().map(PolicyProblem::line).toList());
  }

  @Test
  void parse_credentialWithAProblem_isNotReportedAsMissingToo() {
    List<PolicyProblem> problems =
        problems(
            """
            version: 1
            credentials: { a: { env: X, header: "A B" } }
            network: { allow: [ { url: "https://a.example/", credential: a } ] }
            """);

    assertEquals(List.of("credentials.a"), problems.stream().map(PolicyProblem::key).toList());
  }

  @Test
  void parse_billionLaughs_isRefusedAtOnce() {
    StringBuilder text = new StringBuilder("version: 1\nenvironment:\n  A0: &a0 [lol]\n");
    for (int i = 1; i < 30; i++) {
      String before = "*a" + (i - 1) + ", ";
      text.append("  A%d: &a%d [%s]\n".formatted(i, i, before.repeat(8) + "x"));
    }

    assertTrue(problems(text.toString()).size() <= 100);
  }

  @Test
  void parse_deepNesting_isRefused() {
    for (String open : List.of("[", "{a: ")) {
      String text = "version: 1\nlimits: " + open.repeat(20_000);
      assertTrue(problems(text).get(0).message().contains("16"), open);
    }
    String json = "{\"a\":" + "[".repeat(100_000);
    assertTrue(problems(json).get(0).message().contains("16"));
  }

  @Test
  void parse_largeDocument_isRefused() {
    String filler = "#" + "x".repeat(PolicyDocument.MAX_BYTES - 13) + "\n";
    assertEquals(Policy.strict(), parse("version: 1\n" + filler));

    assertThrows(PolicyException.class, () -> parse("version: 1\n# " + filler));
    assertThrows(PolicyException.class, () -> parse("version: 1\n#" + "é".repeat(600_000)));
  }

  @Test
  void read_resolvesPathsAgainstTheFile() throws IOException {
    Path file = directory.resolve("policy.yaml");
    Files.writeString(
        file,
        """
        version: 1
        workspace: { mounts: [ { host: data, at: /data } ] }
        credentials: { a: { file: keys/a, header: X } }
        """);

    Policy policy = Policy.read(file);

    assertEquals(directory.resolve("data"), policy.workspace().mounts().get(0).host());
    assertEquals(
        new CredentialSource.File(directory.resolve("keys/a")),
        policy.credentials().get("a").source());
  }

  @Test
  void read_bytesThatAreNotUtf8OrTooMany_areRefused() throws IOException {
    Path bad = Files.write(directory.resolve("bad"), new byte[] {'v', (byte) 0xc3, (byte) 0x28});
    Path large = Files.write(directory.resolve("large"), new byte[PolicyDocument.MAX_BYTES + 1]);

    assertThrows(PolicyException.class, () -> Policy.read(bad));
    assertThrows(PolicyException.class, () -> Policy.read(large));
  }

  @Test
  void environment_nothingIsAmbient_andSecretsAreInNoText() {
    Map<String, String> host = Map.of("TOKEN", "canary-4711", "HOME", "/root");
    Policy policy =
        PolicyDocument.parse("version: 1\nenvironment: { T: { env: TOKEN } }", BASE, host);

    assertEquals(Set.of("T"), policy.environment().keySet());
    assertEquals("canary-4711", policy.environment().get("T").value());
    for (String text :
        List.of(
            policy.toString(), policy.toYaml(), policy.digest(), policy.environment().toString())) {
      assertFalse(text.contains("canary"), text);
    }
    Policy other =
        PolicyDocument.parse(
            "version: 1\nenvironment: { T: { env: TOKEN } }", BASE, Map.of("TOKEN", "other"));
    assertEquals(policy.digest(), other.digest());
  }

  @Test
  void builder_refusesWhatADocumentCannotSay() {
    Policy.Builder builder = Policy.builder();

    assertThrows(IllegalArgumentException.class, () -> builder.environment("a=b", "c"));
    assertThrows(IllegalArgumentException.class, () -> builder.environment("A", "b\0c"));
    assertThrows(
        IllegalArgumentException.class,
        () -> builder.credential("", CredentialRule.header(new CredentialSource.Issuer(), "X")));
  }

  @Test
  void n15_emptyAllowList_deniesAll() {
    Policy policy = parse("version: 1\nnetwork: { allow: [] }");

    assertFalse(Explanation.ofUrl(policy, "GET", "https://a.example/").allowed());
    Policy open = parse("version: 1\nnetwork: { allow: [ { url: https://a.example } ] }");
    assertTrue(Explanation.ofUrl(open, "GET", "https://a.example/").allowed());
  }

  @Test
  void n15_absentMethods_allowReadingAlone() {
    Policy open = parse("version: 1\nnetwork: { allow: [ { url: https://a.example } ] }");

    assertTrue(Explanation.ofUrl(open, "HEAD", "https://a.example/").allowed());
    assertFalse(Explanation.ofUrl(open, "POST", "https://a.example/").allowed());
  }

  @Test
  void n19_deny_beatsAllow_andUnknownKindsOfRulesAreErrors() {
    Policy policy =
        parse(
            """
            version: 1
            network:
              allow: [ { url: https://a.example } ]
              deny: [ { url: https://a.example/secret } ]
            """);

    assertFalse(Explanation.ofUrl(policy, "GET", "https://a.example/secret/x").allowed());
    assertEquals(
        "network.deny[0]", Explanation.ofUrl(policy, "GET", "https://a.example/secret").rule());
    assertTrue(Explanation.ofUrl(policy, "GET", "https://a.example/open").allowed());
    assertEquals(
        "network.cidr", problems("version: 1\nnetwork: { cidr: [ 10.0.0.0/8 ] }").get(0).key());
  }
}
