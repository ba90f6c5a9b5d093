package dev.cloche.policy;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cloche.Capabilities;
import dev.cloche.Capabilities.WorkspaceUse;
import dev.cloche.Limits;
import dev.cloche.Policy;
import dev.cloche.Tool;
import dev.cloche.egress.EgressLimits;
import dev.cloche.egress.EgressRule;
import dev.cloche.egress.EgressRules;
import dev.cloche.egress.UrlPattern;
import dev.cloche.signature.ModuleSigner;
import dev.cloche.signature.SignerKey;
import dev.cloche.signature.SigningKey;
import dev.cloche.workspace.Access;
import dev.cloche.workspace.ProtectedNames;
import dev.cloche.workspace.WorkspaceLimits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What each part of a policy permits, alone and joined with another: by example, beside the
 * properties of {@link PolicyIntersectionTest}. Both ways round, since a join has no first.
 */
class PolicyDecisionTest {
  private static final String ONES = "1".repeat(64);
  private static final String TWOS = "2".repeat(64);
  private static final byte[] MODULE = {0, 'a', 's', 'm', 1, 0, 0, 0};

  private static ToolEntry entry(String text) {
    return ToolEntry.parse(text);
  }

  private static ToolPolicy listing(String... entries) {
    return new ToolPolicy(Arrays.stream(entries).map(ToolEntry::parse).toList());
  }

  @Test
  void limits_joined_areTheLowerOfEach() {
    Limits one = new Limits(1, Duration.ofSeconds(9), 1 << 20, 9);
    Limits other = new Limits(9, Duration.ofSeconds(1), 9 << 20, 1);
    Limits lower = new Limits(1, Duration.ofSeconds(1), 1 << 20, 1);
    assertEquals(lower, one.and(other));
    assertEquals(lower, other.and(one));
  }

  @Test
  void mounts_joined_areThoseOfBoth_withTheStricterMode() {
    WorkspacePolicy one = files(mount("/a", "/x", Access.READ), mount("/b", "/y", Access.OVERLAY));
    WorkspacePolicy other =
        files(mount("/a", "/x", Access.OVERLAY), mount("/b", "/z", Access.OVERLAY));
    for (WorkspacePolicy both : List.of(one.and(other), other.and(one))) {
      assertEquals(List.of(mount("/a", "/x", Access.READ)), both.mounts());
    }
    assertEquals(one, one.and(one));
    assertEquals(List.of(), one.and(files(mount("/c", "/x", Access.READ))).mounts());
  }

  @Test
  void workspaces_joined_haveTheLowerLimits_andTheNamesOfEither() {
    WorkspacePolicy one = names(new WorkspaceLimits(1, 9, 1), "a", "b");
    WorkspacePolicy other = names(new WorkspaceLimits(9, 1, 9), "b", "c");
    for (WorkspacePolicy both : List.of(one.and(other), other.and(one))) {
      assertEquals(names(new WorkspaceLimits(1, 1, 1), "a", "b", "c"), both);
    }
  }

  private static WorkspacePolicy names(WorkspaceLimits limits, String... names) {
    return new WorkspacePolicy(limits, List.of(), new ProtectedNames(List.of(names)));
  }

  private static WorkspacePolicy files(PolicyMount... mounts) {
    return new WorkspacePolicy(
        WorkspaceLimits.defaults(), List.of(mounts), ProtectedNames.defaults());
  }

  private static PolicyMount mount(String host, String at, Access mode) {
    return new PolicyMount(Path.of(host), at, mode);
  }

  @Test
  void mounts_thatOverlap_areRefused_whateverTheirOrder() {
    for (String at : List.of("/a", "/a/b", "/")) {
      assertThrows(
          IllegalArgumentException.class,
          () -> files(mount("/1", "/a", Access.READ), mount("/2", at, Access.READ)));
      assertThrows(
          IllegalArgumentException.class,
          () -> files(mount("/2", at, Access.READ), mount("/1", "/a", Access.READ)));
    }
    assertEquals(
        2, files(mount("/1", "/ab", Access.READ), mount("/2", "/a", Access.READ)).mounts().size());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a", "a/b", "/a/", "//", "/a//b", "/./a", "/a/..", "/a\0"})
  void placesOfMounts_thatAreNot_areRefused(String at) {
    assertThrows(IllegalArgumentException.class, () -> mount("/h", at, Access.READ));
  }

  @Test
  void placesOfMounts_areAsLongAsAllowed() {
    String longest = "/" + "a".repeat(1_023);
    assertEquals(longest, mount("/h", longest, Access.READ).at());
    assertThrows(IllegalArgumentException.class, () -> mount("/h", longest + "a", Access.READ));
    assertEquals("/", mount("/h", "/", Access.READ).at());
    assertEquals(Path.of("/h").toAbsolutePath(), mount("/g/../h", "/a", Access.READ).host());
  }

  @Test
  void numberOfMounts_isBounded() {
    assertEquals(64, files(many(64)).mounts().size());
    assertThrows(IllegalArgumentException.class, () -> files(many(65)));
  }

  private static PolicyMount[] many(int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> mount("/h", "/m" + i, Access.READ))
        .toArray(PolicyMount[]::new);
  }

  @Test
  void commands_joined_areThoseOfBoth_withTheLowerLimits() {
    NativePolicy one = new NativePolicy(List.of("git", "sed"), 1 << 20, 9, 1, true);
    NativePolicy other = new NativePolicy(List.of("sed", "awk"), 9 << 20, 1, 9, false);
    for (NativePolicy both : List.of(one.and(other), other.and(one))) {
      assertEquals(new NativePolicy(List.of("sed"), 1 << 20, 1, 1, false), both);
      assertTrue(both.allows("sed"));
      assertFalse(both.allows("git") || both.allows("awk"));
      assertEquals("native.commands", both.rule());
    }
    assertTrue(one.and(one).degraded());
    assertEquals("native.default", NativePolicy.none().and(one).rule());
    assertFalse(NativePolicy.none().allows("sed") || NativePolicy.none().degraded());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a/b", "../sh", "-c", ".", "sh;id", "sh ", "s\0h", "é"})
  void commands_thatAreNoFileNames_areRefused(String name) {
    assertThrows(IllegalArgumentException.class, () -> NativePolicy.command(name));
    assertThrows(
        IllegalArgumentException.class,
        () -> new NativePolicy(List.of(name), 1 << 20, 1, 1, false));
    assertEquals("g++", NativePolicy.command("g++"));
  }

  @Test
  void limitsOfCommands_outOfRange_areRefused() {
    assertEquals(1, new NativePolicy(List.of(), 1 << 20, 1, 1, false).processes());
    assertEquals(
        NativePolicy.MAX_PROCESSES,
        new NativePolicy(List.of(), 1L << 40, 32_768, 10_000, false).processes());
    for (long[] bad :
        new long[][] {
          {(1 << 20) - 1, 1, 1},
          {(1L << 40) + 1, 1, 1},
          {1 << 20, 0, 1},
          {1 << 20, 32_769, 1},
          {1 << 20, 1, 0},
          {1 << 20, 1, 10_001}
        }) {
      assertThrows(
          IllegalArgumentException.class,
          () -> new NativePolicy(List.of(), bad[0], (int) bad[1], (int) bad[2], false));
    }
    List<String> most = IntStream.range(0, 256).mapToObj(i -> "c" + i).toList();
    assertEquals(256, new NativePolicy(most, 1 << 20, 1, 1, false).commands().size());
    List<String> more = IntStream.range(0, 257).mapToObj(i -> "c" + i).toList();
    assertThrows(
        IllegalArgumentException.class, () -> new NativePolicy(more, 1 << 20, 1, 1, false));
  }

  @Test
  void entries_matchWhatTheySay() {
    assertTrue(entry("js").matches("js", ONES));
    assertFalse(entry("js").matches("jq", ONES));
    assertTrue(entry("sha256:" + ONES).matches("any", ONES));
    assertFalse(entry("sha256:" + ONES).matches("any", TWOS));
    ToolEntry both = entry("js@sha256:" + ONES);
    assertTrue(both.matches("js", ONES));
    assertFalse(both.matches("js", TWOS) || both.matches("jq", ONES));
    assertEquals("js@sha256:" + ONES, both.toString());
    assertEquals("sha256:" + ONES, entry("sha256:" + ONES).toString());
    assertEquals("js", entry("js").toString());
  }

  @Test
  void entries_joined_areWhatIsMeantByBoth() {
    ToolEntry name = entry("js");
    ToolEntry digest = entry("sha256:" + ONES);
    ToolEntry exact = entry("js@sha256:" + ONES);
    assertEquals(Optional.of(exact), name.and(digest));
    assertEquals(Optional.of(exact), digest.and(name));
    assertEquals(Optional.empty(), name.and(entry("jq")));
    assertEquals(Optional.empty(), exact.and(entry("js@sha256:" + TWOS)));
    assertTrue(name.covers(exact) && digest.covers(exact) && exact.covers(exact));
    assertFalse(exact.covers(name) || exact.covers(digest) || name.covers(entry("jq")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "sha256:", "sha256:12", "js@sha256:", "a\nb"})
  void entries_thatAreNot_areRefused(String text) {
    assertThrows(IllegalArgumentException.class, () -> entry(text));
    assertThrows(
        IllegalArgumentException.class, () -> entry("sha256:" + "A".repeat(64)), "upper case");
    assertThrows(
        IllegalArgumentException.class, () -> new ToolEntry(Optional.empty(), Optional.empty()));
  }

  @Test
  void lists_joined_haveWhatBothHave_andCoveredEntriesVanish() {
    assertEquals(listing("js@sha256:" + ONES), listing("js").and(listing("sha256:" + ONES)));
    assertEquals(listing(), listing("js").and(listing("jq")));
    assertEquals(listing("js"), listing("js", "js@sha256:" + ONES));
    ToolPolicy pins = pinning(Map.of("jq", Optional.of(ONES)));
    for (ToolPolicy both : List.of(listing("js").and(pins), pins.and(listing("js")))) {
      assertEquals(Optional.of(List.of(entry("js"))), both.allow());
      assertEquals(pins.pins(), both.pins());
    }
    assertEquals(Optional.empty(), pins.and(pins).allow());
  }

  private static ToolPolicy pinning(Map<String, Optional<String>> pins) {
    return new ToolPolicy(Optional.empty(), new ToolPins(pins), ToolSigners.NONE);
  }

  @Test
  void pins_joined_permitWhatBothDo() {
    ToolPins one = new ToolPins(Map.of("js", Optional.of(ONES), "jq", Optional.of(ONES)));
    ToolPins other = new ToolPins(Map.of("js", Optional.of(TWOS), "sh", Optional.empty()));
    for (ToolPins both : List.of(one.and(other), other.and(one))) {
      assertFalse(both.permit("js", ONES) || both.permit("js", TWOS));
      assertTrue(both.permit("jq", ONES) && !both.permit("jq", TWOS));
      assertFalse(both.permit("sh", ONES));
      assertTrue(both.permit("other", TWOS));
    }
    assertEquals(one, one.and(one));
  }

  @Test
  void pins_areReadAndWritten() {
    assertEquals(Optional.empty(), ToolPins.parse("none"));
    assertEquals(Optional.of(ONES), ToolPins.parse("sha256:" + ONES));
    assertEquals("none", ToolPins.format(Optional.empty()));
    assertEquals("sha256:" + ONES, ToolPins.format(Optional.of(ONES)));
    for (String bad : List.of("", "sha256:1", "None", "sha256:" + "F".repeat(64))) {
      assertThrows(IllegalArgumentException.class, () -> ToolPins.parse(bad));
    }
    assertThrows(
        IllegalArgumentException.class, () -> new ToolPins(Map.of("js", Optional.of("1"))));
    assertThrows(IllegalArgumentException.class, () -> new ToolPins(Map.of("", Optional.empty())));
  }

  @Test
  void objections_nameTheirRule() {
    Tool tool = Tool.of("js", MODULE);
    assertEquals(Optional.empty(), listing("js").objection(tool));
    assertEquals("tools.allow", rule(listing("jq"), tool));
    assertEquals("tools.allow", rule(listing(), tool));
    assertEquals("tools.pins", rule(pinning(Map.of("js", Optional.of(ONES))), tool));
    assertEquals(
        Optional.empty(), pinning(Map.of("js", Optional.of(tool.digest()))).objection(tool));
    assertTrue(listing("js").permits("js", ONES) && !listing("js").permits("jq", ONES));
    assertFalse(pinning(Map.of("js", Optional.of(ONES))).permits("js", TWOS));
    assertTrue(pinning(Map.of("js", Optional.of(ONES))).permits("js", ONES));
  }

  private static String rule(ToolPolicy policy, Tool tool) {
    return policy.objection(tool).orElseThrow().rule();
  }

  @Test
  void scripts_areAllowedByTheirInterpreterOrTheirDigest_neverByTheirName() {
    Tool interpreter = interpreter();
    Tool script = Tool.script(interpreter, "mine", "1");
    assertEquals(Optional.empty(), listing("js").objection(script));
    assertEquals(Optional.empty(), listing("sha256:" + script.digest()).objection(script));
    assertEquals("tools.allow", rule(listing("mine"), script));
    assertEquals("tools.allow", rule(listing("mine@sha256:" + ONES), script));
    assertEquals("tools.pins", rule(pinning(Map.of("js", Optional.of(ONES))), script));
    assertEquals("tools.pins", rule(pinning(Map.of("mine", Optional.of(ONES))), script));
    assertEquals(
        Optional.empty(),
        pinning(
                Map.of(
                    "js", Optional.of(interpreter.digest()), "mine", Optional.of(script.digest())))
            .objection(script));
  }

  private static Tool interpreter() {
    String manifest =
        """
        {"name":"js","title":"X","description":"does x","version":"1","license":"MIT",
         "source":"here","abi":"wasi-command","usage":["x"],
         "script":{"arguments":["-e",{"property":"source"}]}}""";
    return Tool.of("js", MODULE, manifest.getBytes(UTF_8));
  }

  @Test
  void signers_joined_eachHaveToHaveSigned() {
    SigningKey a = SigningKey.generate();
    SigningKey b = SigningKey.generate();
    ToolSigners one = signers(a.signer());
    ToolSigners other = signers(b.signer());
    Tool signed = Tool.of("t", ModuleSigner.with(a).sign(MODULE));
    Tool twice = Tool.of("t", ModuleSigner.with(b).sign(ModuleSigner.with(a).sign(MODULE)));

    assertEquals(Optional.empty(), one.objection(signed));
    assertTrue(other.objection(signed).isPresent());
    assertEquals(Optional.empty(), signers(a.signer(), b.signer()).objection(signed));
    assertTrue(one.and(other).objection(signed).isPresent());
    assertEquals(Optional.empty(), one.and(other).objection(twice));
    assertTrue(one.objection(Tool.of("t", MODULE)).isPresent());
    assertEquals(Optional.empty(), ToolSigners.NONE.objection(Tool.of("t", MODULE)));
    assertEquals(one.and(other), other.and(one));
    assertEquals(one, one.and(signers(a.signer(), b.signer())));
    assertEquals(
        "tools.signers", rule(new ToolPolicy(Optional.empty(), ToolPins.NONE, other), signed));
  }

  private static ToolSigners signers(SignerKey... keys) {
    return ToolSigners.anyOf(List.of(keys));
  }

  @Test
  void signers_noneOrTooMany_areRefused() {
    assertThrows(IllegalArgumentException.class, () -> ToolSigners.anyOf(List.of()));
    List<SignerKey> most =
        IntStream.range(0, 65).mapToObj(i -> SigningKey.generate().signer()).toList();
    assertThrows(IllegalArgumentException.class, () -> ToolSigners.anyOf(most));
    assertEquals(64, ToolSigners.anyOf(most.subList(0, 64)).groups().get(0).size());
  }

  @Test
  void toolPolicies_thatSayNothing_orTooMuch_areRefused() {
    assertThrows(
        IllegalArgumentException.class,
        () -> new ToolPolicy(Optional.empty(), ToolPins.NONE, ToolSigners.NONE));
    List<ToolEntry> most = IntStream.range(0, 1_025).mapToObj(i -> entry("t" + i)).toList();
    assertThrows(IllegalArgumentException.class, () -> bounded(most));
    assertEquals(1_024, bounded(most.subList(0, 1_024)).allow().orElseThrow().size());
    Map<String, Optional<String>> pins =
        IntStream.range(0, 1_025)
            .boxed()
            .collect(Collectors.toMap(i -> "t" + i, i -> Optional.of(ONES)));
    assertThrows(
        IllegalArgumentException.class,
        () -> ToolPolicy.bounded(Optional.empty(), new ToolPins(pins), ToolSigners.NONE));
  }

  private static ToolPolicy bounded(List<ToolEntry> entries) {
    return ToolPolicy.bounded(Optional.of(entries), ToolPins.NONE, ToolSigners.NONE);
  }

  @Test
  void networks_joined_allowWhatBothDo_withTheLowerLimits() {
    EgressLimits one = new EgressLimits(1, 9, 1, 9, 1, 9_000, 1, Duration.ofSeconds(9));
    EgressLimits other = new EgressLimits(9, 1, 9, 1, 9, 1_024, 9, Duration.ofSeconds(1));
    EgressLimits lower = new EgressLimits(1, 1, 1, 1, 1, 1_024, 1, Duration.ofSeconds(1));
    assertEquals(lower, one.and(other));
    assertEquals(lower, other.and(one));

    NetworkPolicy open = network("https://a.example/");
    assertEquals(EgressRules.none(), open.and(NetworkPolicy.closed(one)).rules());
    assertEquals(open.rules(), open.and(open).rules());
    assertEquals(1, NetworkPolicy.closed(one).and(open).limits().requests());
  }

  @Test
  void networks_nameTheMethodsOfARuleAboutAll_andKeepThoseOfOthers() {
    EgressRule all = network("https://a.example/").rules().layers().get(0).allow().get(0);
    assertEquals(EgressRule.METHODS, all.methods());
    EgressRule get =
        new EgressRule(
            "r", UrlPattern.parse("https://a.example/"), Set.of("GET"), true, Optional.empty());
    EgressRule kept =
        new NetworkPolicy(EgressRules.of(List.of(get), List.of()), EgressLimits.defaults())
            .rules()
            .layers()
            .get(0)
            .allow()
            .get(0);
    assertEquals(get, kept);
    Duration finer = Duration.ofNanos(1_999_999);
    EgressLimits limits = new EgressLimits(1, 1, 1, 1, 1, 1_024, 1, finer);
    assertEquals(Duration.ofMillis(1), NetworkPolicy.closed(limits).limits().connect());
  }

  private static NetworkPolicy network(String url) {
    return new NetworkPolicy(
        EgressRules.of(List.of(EgressRule.of("r", url)), List.of()), EgressLimits.defaults());
  }

  @Test
  void policies_joined_keepVariablesAndCredentialsThatAreEqual_andAllSources() {
    Policy one = policy("environment: { A: a, B: b }\ntools: { allow: [js] }");
    Policy other = policy("environment: { A: a, B: c, C: d }");
    for (Policy both : List.of(one.and(other), other.and(one))) {
      assertEquals(Set.of("A"), both.environment().keySet());
      assertTrue(both.permits(Tool.of("js", MODULE)));
      assertFalse(both.permits(Tool.of("jq", MODULE)));
    }
    assertTrue(other.and(other).permits(Tool.of("jq", MODULE)));
    assertFalse(one.and(policy("tools: { allow: [jq] }")).permits(Tool.of("js", MODULE)));
  }

  @Test
  void f21_policies_rememberWhereTheyWereReadFrom_alsoJoined(@TempDir Path directory)
      throws IOException {
    Path one = Files.writeString(directory.resolve("one.yaml"), "version: 1\n");
    Path other = Files.writeString(directory.resolve("other.yaml"), "version: 1\n");
    Set<Path> both = Policy.read(one).and(Policy.read(other)).sources();
    assertEquals(Set.of(one.toRealPath(), other.toRealPath()), both);
    assertEquals(both, Policy.read(one).and(Policy.read(other)).toBuilder().build().sources());
    assertEquals(Set.of(), Policy.strict().sources());
  }

  @Test
  void policies_areEqual_ifTheySayTheSame() {
    String text =
        """
        environment: { A: a }
        credentials: { token: { issuer: true, header: Authorization } }
        """;
    Policy one = policy(text);
    assertEquals(one, policy(text));
    assertEquals(one.hashCode(), policy(text).hashCode());
    assertEquals(one, one.toBuilder().build());
    assertEquals(Set.of("token"), one.toBuilder().build().credentials().keySet());
    assertNotEquals(one, policy("environment: { A: a }"));
    assertNotEquals(one, policy("environment: { A: b }"));
    assertEquals(one.digest(), policy(text).digest());
    assertNotEquals(one.digest(), policy("environment: { A: a }").digest());
    assertEquals(one, PolicyDocument.parse(one.toYaml(), Path.of("/"), Map.of()));
  }

  private static Policy policy(String text) {
    return PolicyDocument.parse("version: 1\n" + text, Path.of("/"), Map.of());
  }

  @Test
  void h4_whatATool_asksFor_narrowsFilesAndLimits_andNeverWidens() {
    Policy policy =
        policy(
            """
            limits: { memory: 1Mi, fuel: 1000 }
            workspace: { mounts: [ { host: /srv, at: /srv, mode: overlay } ] }
            """);
    assertEquals(Access.OVERLAY, mode(asking(WorkspaceUse.WRITE, 9 << 20, 9_000), policy));
    assertEquals(Access.READ, mode(asking(WorkspaceUse.READ, 9 << 20, 9_000), policy));
    Policy none = asking(WorkspaceUse.NONE, 1 << 16, 10).narrow(policy);
    assertEquals(List.of(), none.workspace().mounts());
    assertEquals(policy.workspace().limits(), none.workspace().limits());
    assertEquals(policy.workspace().protectedNames(), none.workspace().protectedNames());
    assertEquals(10, none.limits().fuel());
    assertEquals(1 << 16, none.limits().memoryBytes());
    Limits most = asking(WorkspaceUse.WRITE, 9 << 20, 9_000).narrow(policy).limits();
    assertEquals(policy.limits(), most);
    assertEquals(policy.limits(), Capabilities.all().narrow(policy).limits());
  }

  private static Access mode(Capabilities asked, Policy policy) {
    return asked.narrow(policy).workspace().mounts().get(0).mode();
  }

  private static Capabilities asking(WorkspaceUse use, long memory, long fuel) {
    return new Capabilities(
        Optional.of(List.of()),
        Optional.of(Set.of()),
        use,
        OptionalLong.of(memory),
        OptionalLong.of(fuel));
  }

  @Test
  void h4_whatIsBeyondThePolicy_isTold_andWhatIsWithinIsNot() {
    Policy policy = policy("limits: { memory: 1Mi, fuel: 1000 }\nenvironment: { A: a }");
    assertEquals(List.of(), asking(WorkspaceUse.WRITE, 1 << 20, 1_000).beyond(policy));
    assertEquals(1, asking(WorkspaceUse.WRITE, (1 << 20) + (1 << 16), 1_000).beyond(policy).size());
    assertEquals(1, asking(WorkspaceUse.WRITE, 1 << 20, 1_001).beyond(policy).size());
    assertEquals(List.of(), Capabilities.all().beyond(policy));
  }
}
