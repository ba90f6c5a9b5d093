package dev.cloche.policy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cloche.Policy;
import dev.cloche.egress.EgressRule;
import dev.cloche.egress.EgressRules;
import dev.cloche.egress.UrlPattern;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which credentials a policy lets commands hold, and what is refused as a lease. */
class NativeLeaseTest {

  private static final String DOCUMENT =
      """
      version: 1
      credentials: { aa: { env: X, header: Y }, bb: { file: t, query: k } }
      environment: { SET: x }
      native: { commands: [git, bash], leases: [ %s ] }
      """;

  private static Policy parse(String leases) {
    return PolicyDocument.parse(DOCUMENT.formatted(leases), Path.of("/"), Map.of());
  }

  private static NativePolicy with(NativeLease... leases) {
    return parse("").nativeCommands().withLeases(List.of(leases));
  }

  @Test
  void leases_areReadWrittenAndInTheDigest() {
    String leases =
        "{ credential: aa, commands: [git], environment: TOKEN },"
            + " { credential: bb, commands: [git, bash], file: a.txt },"
            + " { credential: bb, commands: [bash], environment: TOKEN }";
    Policy read = parse(leases);
    assertEquals(
        List.of(
            NativeLease.variable("aa", "TOKEN", "git"),
            NativeLease.variable("bb", "TOKEN", "bash"),
            NativeLease.file("bb", "a.txt", "bash", "git")),
        read.nativeCommands().leases());
    assertEquals(2, read.nativeCommands().leases("git").size());
    assertEquals(List.of(), read.nativeCommands().leases("ls"));
    Policy again = PolicyDocument.parse(read.toYaml(), Path.of("/"), Map.of());
    assertEquals(read, again);
    assertEquals(read.digest(), again.digest());
    assertNotEquals(parse("").digest(), read.digest());
    assertNotEquals(parse(leases.replace("a.txt", "b.txt")).digest(), read.digest());
  }

  /** What commands alone hold needs no place in requests, and no request carries it. */
  @Test
  void credentialOfLeasesAlone_needsNoPlaceInRequests_andNoRuleMayNameIt() {
    String document =
        DOCUMENT
            .replace("env: X, header: Y", "env: X, ttl: 1m")
            .formatted("{ credential: aa, commands: [git], environment: TOKEN }");
    Policy read = PolicyDocument.parse(document, Path.of("/"), Map.of());
    CredentialRule held = read.credentials().get("aa");
    assertEquals(
        CredentialRule.forCommands(new CredentialSource.Environment("X"))
            .lasting(Duration.ofMinutes(1), CredentialRule.DEFAULT_USES),
        held);
    assertEquals("secret", held.fill("secret"));
    assertThrows(IllegalArgumentException.class, () -> held.withTemplate("Bearer {}"));
    Policy again = PolicyDocument.parse(read.toYaml(), Path.of("/"), Map.of());
    assertEquals(read, again);
    assertEquals(read.digest(), again.digest());
    Policy placed =
        read.toBuilder().credential("aa", CredentialRule.header(held.source(), "Y")).build();
    assertNotEquals(placed.digest(), read.digest());
    assertEquals(read, read.and(read));
    assertEquals(List.of(), read.and(placed).nativeCommands().leases());
    EgressRule rule =
        new EgressRule(
            "network.allow[0]",
            UrlPattern.parse("https://a.example/"),
            Set.of("GET"),
            false,
            Optional.of("aa"));
    NetworkPolicy naming =
        new NetworkPolicy(EgressRules.of(List.of(rule), List.of()), read.network().limits());
    assertEquals(naming, placed.toBuilder().network(naming).build().network());
    PolicyException refused =
        assertThrows(
            PolicyException.class, () -> read.toBuilder().network(naming).build().toYaml());
    assertEquals("network.allow[0]", refused.problems().get(0).key());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      textBlock =
          """
          { credential: aa, commands: [], file: f }                | 44 | native.leases[0] | no command
          { credential: aa, file: f }                              | 44 | native.leases[0] | commands is missing
          { commands: [git], file: f }                             | 44 | native.leases[0] | credential is missing
          { credential: aa, commands: [ls], file: f }              | 44 | native.leases[0] | native.commands
          { credential: aa, commands: [/bin/git], file: f }        | 73 | native.leases[0].commands[0] | file name
          { credential: ab, commands: [git], file: f }             | 58 | native.leases[0].credential | did you mean
          { credential: aa, commands: [git] }                      | 44 | native.leases[0] | exactly one
          { credential: aa, commands: [git], file: f, environment: F } | 44 | native.leases[0] | exactly one
          { credential: aa, commands: [git], file: ../f }          | 44 | native.leases[0] | letters
          { credential: aa, commands: [git], file: .f }            | 44 | native.leases[0] | letters
          { credential: aa, commands: [git], environment: A-B }    | 44 | native.leases[0] | letters
          { credential: aa, commands: [git], environment: PATH }   | 44 | native.leases[0] | sandbox
          { credential: aa, commands: [git], environment: https_proxy } | 44 | native.leases[0] | sandbox
          { credential: aa, commands: [git], environment: LD_PRELOAD } | 44 | native.leases[0] | shells
          { credential: aa, commands: [git], environment: BASH_ENV } | 44 | native.leases[0] | shells
          { credential: aa, commands: [git], environment: SET }    | 92 | native.leases[0].environment | environment
          { credential: aa, commands: [git], path: f }             | 79 | native.leases[0].path | unknown key
          git                                                      | 44 | native.leases[0] | mapping
          """)
  void lease_thatIsNone_isRefusedAtItsPlace(
      String lease, int column, String key, String mentioned) {
    List<PolicyProblem> problems =
        assertThrows(PolicyException.class, () -> parse(lease).toYaml()).problems();
    assertTrue(
        problems.stream()
            .anyMatch(
                each ->
                    each.line() == 4
                        && each.column() == column
                        && each.key().equals(key)
                        && each.message().contains(mentioned)),
        problems::toString);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{ credential: aa, commands: [git], file: f }, { credential: aa, commands: [bash], file: f"
            + " }",
        "{ credential: aa, commands: [git], file: f }, { credential: bb, commands: [git, bash],"
            + " file: f }",
      })
  void leases_inOnePlace_contradictEachOther(String leases) {
    List<PolicyProblem> problems =
        assertThrows(PolicyException.class, () -> parse(leases).toYaml()).problems();
    assertEquals(List.of("native.leases[1]"), problems.stream().map(PolicyProblem::key).toList());
  }

  @Test
  void builder_refusesWhatADocumentDoes() {
    Policy.Builder policy = parse("").toBuilder();
    assertThrows(
        PolicyException.class,
        () -> policy.nativeCommands(with(NativeLease.file("cc", "f", "git"))).build().toYaml());
    assertThrows(
        PolicyException.class,
        () ->
            policy.nativeCommands(with(NativeLease.variable("aa", "SET", "git"))).build().toYaml());
    assertThrows(
        IllegalArgumentException.class, () -> with(NativeLease.file("aa", "f", "ls")).leases());
    assertThrows(IllegalArgumentException.class, () -> NativeLease.variable("aa", "TOKEN").where());
    NativeLease sound = NativeLease.variable("aa", "TOKEN", "git");
    assertEquals(
        List.of(sound), policy.nativeCommands(with(sound)).build().nativeCommands().leases());
  }

  @Test
  void explanation_ofACommand_saysWhatItHolds_andOfAnotherNothing() {
    Policy policy = parse("{ credential: aa, commands: [git], environment: TOKEN }");
    String git = Explanation.ofCommand(policy, "git").reason();
    assertTrue(git.endsWith("; given credential \"aa\" in variable TOKEN"), git);
    assertFalse(Explanation.ofCommand(policy, "bash").reason().contains("credential"));
  }

  @Test
  void and_keepsOfALeaseTheCommandsOfBoth_andNoneOfAnotherCredential() {
    Policy one = parse("{ credential: aa, commands: [git, bash], environment: TOKEN }");
    Policy other = parse("{ credential: aa, commands: [bash], environment: TOKEN }");
    assertEquals(
        List.of(NativeLease.variable("aa", "TOKEN", "bash")),
        one.and(other).nativeCommands().leases());
    Policy elsewhere = parse("{ credential: aa, commands: [bash], environment: OTHER }");
    assertEquals(List.of(), one.and(elsewhere).nativeCommands().leases());
    Policy foreign =
        PolicyDocument.parse(
            DOCUMENT
                .replace("env: X", "env: Z")
                .formatted("{ credential: aa, commands: [bash], environment: TOKEN }"),
            Path.of("/"),
            Map.of());
    assertEquals(List.of(), one.and(foreign).nativeCommands().leases());
  }
}
