package dev.cloche.testkit;

import dev.cloche.Limits;
import dev.cloche.Policy;
import dev.cloche.egress.CanonicalUrl;
import dev.cloche.egress.EgressException;
import dev.cloche.egress.EgressLimits;
import dev.cloche.egress.EgressRule;
import dev.cloche.egress.EgressRules;
import dev.cloche.egress.UrlPattern;
import dev.cloche.policy.CredentialRule;
import dev.cloche.policy.CredentialSource;
import dev.cloche.policy.EnvironmentVariable;
import dev.cloche.policy.NativeLease;
import dev.cloche.policy.NativePolicy;
import dev.cloche.policy.NetworkPolicy;
import dev.cloche.policy.Profile;
import dev.cloche.policy.ToolEntry;
import dev.cloche.policy.ToolPins;
import dev.cloche.policy.ToolPolicy;
import dev.cloche.policy.ToolSigners;
import dev.cloche.policy.WorkspacePolicy;
import dev.cloche.signature.SignerKey;
import dev.cloche.workspace.Access;
import dev.cloche.workspace.ProtectedNames;
import dev.cloche.workspace.WorkspaceLimits;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;

/**
 * Generates policies over few hosts, names and paths, so that two of them often meet.
 *
 * <p>Credentials come from variables, files and an issuer, and variables of guests from the host: a
 * session under one needs them, what decides and compares does not.
 */
public final class Policies {

  private static final List<String> URLS =
      List.of(
          "https://a.example.com/",
          "https://a.example.com/v1",
          "https://b.example.com/v1/",
          "http://a.example.com:8080/",
          "https://*.example.com/");
  private static final List<String> NAMES = List.of("A", "B", "C");

  /** A credential that no request carries, and only leases name. */
  private static final String HELD = "D";

  private static final List<String> PLACES = List.of("/a", "/b", "/c/d");

  /** The entries that lists of tools are made of. */
  public static final List<String> TOOLS =
      List.of(
          "js",
          "jq",
          "sha256:" + "1".repeat(64),
          "js@sha256:" + "1".repeat(64),
          "js@sha256:" + "2".repeat(64));

  /** The keys that signatures are asked from: the first two of RFC 8032, 7.1. */
  public static final List<String> KEYS =
      List.of(
          "ed25519:d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
          "ed25519:3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c");

  private final Random random;

  private Policies(long seed) {
    this.random = new Random(seed);
  }

  /** Returns policies. */
  public static Arbitrary<Policy> values() {
    return Arbitraries.longs().map(seed -> new Policies(seed).policy());
  }

  /** Returns documents of such policies, which are accepted where their variables are set. */
  public static Arbitrary<String> documents() {
    return values().map(Policy::toYaml);
  }

  /**
   * Returns documents that were right before one to three of their lines were lost, doubled, moved
   * in or out, or got another value, such as of a wrong type or unit, or an unknown key.
   */
  public static Arbitrary<String> nearlyValidDocuments() {
    return Combinators.combine(documents(), Arbitraries.longs())
        .as((document, seed) -> PolicyMutant.of(document, new Random(seed)));
  }

  private Policy policy() {
    Policy.Builder policy =
        Policy.builder(List.of(Profile.values()).get(random.nextInt(3)))
            .limits(
                new Limits(
                    random.nextLong(Limits.MAX_FUEL),
                    Duration.ofMillis(1 + random.nextInt(100_000)),
                    random.nextInt(1000) * Limits.PAGE_BYTES,
                    random.nextInt(1 << 20)))
            .workspace(workspace())
            .network(network())
            .nativeCommands(nativeCommands());
    for (String name : some(NAMES)) {
      String value = random.nextBoolean() ? "x" : strange();
      policy.environment(
          name,
          random.nextInt(3) == 0
              ? EnvironmentVariable.read("HOST_" + name, "host of " + name)
              : EnvironmentVariable.literal(value));
    }
    for (String name : NAMES) {
      policy.credential(name, credential());
    }
    policy.credential(HELD, CredentialRule.forCommands(source()).lasting(time(), uses()));
    if (random.nextBoolean()) {
      policy.tools(tools());
    }
    return policy.build();
  }

  private NativePolicy nativeCommands() {
    List<String> commands = some(List.of("git", "bash", "python3"));
    List<NativeLease> leases = new ArrayList<>();
    for (String place : List.of("ONE", "TWO", "THREE")) {
      List<String> holders = some(commands);
      if (!holders.isEmpty()) {
        leases.add(
            new NativeLease(
                random.nextInt(4) == 0 ? HELD : NAMES.get(random.nextInt(NAMES.size())),
                holders,
                random.nextBoolean() ? NativeLease.Place.FILE : NativeLease.Place.ENVIRONMENT,
                "LEASE_" + place));
      }
    }
    return new NativePolicy(
        commands,
        NativePolicy.MIN_MEMORY_BYTES + random.nextInt(1 << 30),
        1 + random.nextInt(100),
        1 + random.nextInt(400),
        random.nextBoolean(),
        leases);
  }

  private ToolPolicy tools() {
    List<ToolEntry> allow = some(TOOLS).stream().map(ToolEntry::parse).toList();
    Map<String, Optional<String>> pins = new TreeMap<>();
    for (String name : some(List.of("js", "jq"))) {
      int digit = random.nextInt(3);
      pins.put(name, digit == 0 ? Optional.empty() : Optional.of(String.valueOf(digit).repeat(64)));
    }
    List<SignerKey> keys = some(KEYS).stream().map(SignerKey::parse).toList();
    return new ToolPolicy(
        pins.isEmpty() || random.nextBoolean() ? Optional.of(allow) : Optional.empty(),
        new ToolPins(pins),
        keys.isEmpty() ? ToolSigners.NONE : ToolSigners.anyOf(keys));
  }

  private WorkspacePolicy workspace() {
    WorkspacePolicy.Builder workspace =
        WorkspacePolicy.of(
            new WorkspaceLimits(
                random.nextInt(1 << 30), 1 + random.nextInt(10_000), 1 + random.nextInt(512)))
            .toBuilder();
    for (String place : some(PLACES)) {
      Path host = Path.of(random.nextBoolean() ? "/srv/one" : "/srv/two words: and #");
      workspace.mount(host, place, random.nextBoolean() ? Access.READ : Access.OVERLAY);
    }
    List<String> names = new ArrayList<>(some(ProtectedNames.defaults().patterns()));
    names.addAll(some(List.of("secrets", "keys/private", "- odd: #name")));
    return workspace.protectedNames(new ProtectedNames(names)).build();
  }

  private NetworkPolicy network() {
    List<EgressRule> allow = new ArrayList<>();
    List<EgressRule> deny = new ArrayList<>();
    for (String url : some(URLS)) {
      UrlPattern pattern = UrlPattern.parse(url);
      if (random.nextInt(4) == 0) {
        String id = "network.deny[" + deny.size() + "]";
        deny.add(new EgressRule(id, pattern, methods(), false, Optional.empty()));
      } else {
        allow.add(
            new EgressRule(
                "network.allow[" + allow.size() + "]",
                pattern,
                methods(),
                !pattern.isWildcard() && random.nextBoolean(),
                random.nextBoolean()
                    ? Optional.of(NAMES.get(random.nextInt(3)))
                    : Optional.empty()));
      }
    }
    allow.removeIf(rule -> isDead(rule, EgressRules.of(List.of(rule), deny)));
    EgressLimits limits =
        new EgressLimits(
            random.nextInt(1000),
            random.nextInt(1 << 30),
            random.nextInt(1 << 30),
            random.nextInt(1 << 30),
            1 + random.nextInt(1000),
            1024 + random.nextInt(10_000),
            random.nextInt(21),
            Duration.ofMillis(1 + random.nextInt(10_000)));
    return new NetworkPolicy(EgressRules.of(numbered(allow), deny), limits);
  }

  /** A rule of which all is denied is an error in a document. */
  private static boolean isDead(EgressRule rule, EgressRules rules) {
    try {
      CanonicalUrl least = CanonicalUrl.parse(rule.pattern().toString().replace("*.", "other."));
      return rule.methods().stream().noneMatch(method -> rules.decide(method, least).allowed());
    } catch (EgressException unreadable) {
      throw new IllegalStateException(unreadable);
    }
  }

  private static List<EgressRule> numbered(List<EgressRule> rules) {
    List<EgressRule> numbered = new ArrayList<>();
    for (EgressRule rule : rules) {
      numbered.add(
          new EgressRule(
              "network.allow[" + numbered.size() + "]",
              rule.pattern(),
              rule.methods(),
              rule.privateAddress(),
              rule.credential()));
    }
    return numbered;
  }

  private Set<String> methods() {
    return new HashSet<>(random.nextBoolean() ? List.of("GET") : List.of("GET", "POST", "PUT"));
  }

  private CredentialRule credential() {
    CredentialRule rule =
        random.nextBoolean()
            ? CredentialRule.header(source(), "Authorization")
            : CredentialRule.query(source(), "key");
    return rule.withTemplate(random.nextBoolean() ? "{}" : "Bearer {}").lasting(time(), uses());
  }

  private CredentialSource source() {
    return switch (random.nextInt(3)) {
      case 0 -> new CredentialSource.Environment("TOKEN");
      case 1 -> new CredentialSource.File(Path.of("/run/secret: x"));
      default -> new CredentialSource.Issuer();
    };
  }

  private Duration time() {
    return Duration.ofSeconds(1 + random.nextInt(3));
  }

  private int uses() {
    return 1 + random.nextInt(3);
  }

  /** Texts that a reader of YAML could take for something else. */
  private String strange() {
    List<String> texts =
        List.of(
            "",
            " ",
            "true",
            "No",
            "~",
            "1",
            "0x1f",
            "1:20",
            "a: b",
            "a #b",
            "- a",
            "\"q\"",
            "'",
            "\\",
            "\n",
            "\t",
            "é",
            "\u2028",
            "\ud83d\ude00",
            "\u0001",
            "\ufeff",
            "\u007f",
            "&a",
            "*a",
            "!!str x",
            "<<",
            "2001-01-01",
            ".inf",
            "{",
            "a,b",
            "=");
    return texts.get(random.nextInt(texts.size()));
  }

  private <T> List<T> some(List<T> all) {
    return all.stream().filter(each -> random.nextBoolean()).toList();
  }
}
