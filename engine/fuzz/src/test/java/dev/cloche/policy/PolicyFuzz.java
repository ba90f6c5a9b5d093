package dev.cloche.policy;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.cloche.Policy;
import dev.cloche.fuzz.FuzzTarget;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/**
 * Policy documents: one, or two with a line of equals signs between them. Each is understood whole
 * or refused with places; what is understood is written and read back the same, and two together
 * allow nothing that one does not.
 */
public final class PolicyFuzz implements FuzzTarget {
  private static final String BETWEEN = "\n====\n";

  @Override
  public String name() {
    return "policy";
  }

  @Override
  public List<byte[]> seeds() {
    return List.of(
        utf8(WHOLE),
        utf8(WHOLE + BETWEEN + SMALL),
        utf8(WHOLE + BETWEEN + LEASES),
        utf8(JSON),
        utf8(SMALL + BETWEEN + JSON));
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static final String WHOLE =
      """
      version: 1
      extends: normal
      limits:    { fuel: 5G, wall: 10s, memory: 256Mi, output: 1Mi }
      workspace: { bytes: 64Mi, files: 10k, mounts: [ { host: ./data, at: /data, mode: read } ] }
      network:
        allow: [ { url: "https://a.example/v1", methods: [GET], credential: one } ]
        deny:  [ { url: "https://a.example/v1/x" } ]
      environment: { A: b, B: { env: TOKEN } }
      credentials:
        one: { env: TOKEN, header: Authorization, value: "Bearer {}", ttl: 5m, uses: 20 }
      native:
        commands: [bash, git]
        memory: 512Mi
        processes: 64
        cpu: 100%
        leases: [ { credential: one, commands: [git], environment: GITHUB_TOKEN } ]
      tools: { allow: [js, jq] }
      """;

  private static final String SMALL =
      """
      version: 1
      network: { allow: [ { url: "https://*.a.example/" }, { url: "http://10.0.0.1:8080", private: true } ] }
      """;

  private static final String LEASES =
      """
      version: 1
      credentials: { one: { env: TOKEN, header: Authorization, value: "Bearer {}", ttl: 5m, uses: 20 } }
      native:
        commands: [git, bash]
        leases:
          - { credential: one, commands: [git, bash], environment: GITHUB_TOKEN }
          - { credential: one, commands: [git], file: token }
      """;

  private static final String JSON =
      "{\"version\":1,\"limits\":{\"fuel\":1000},\"environment\":{\"A\":\"b\"}}";

  @Override
  public void run(byte[] input) {
    String[] texts = new String(input, StandardCharsets.UTF_8).split(BETWEEN, 2);
    Optional<Policy> first = policy(texts[0]);
    Optional<Policy> second = texts.length == 1 ? first : policy(texts[1]);
    if (first.isPresent() && second.isPresent()) {
      Policy both = first.get().and(second.get());
      assertEquals(both, second.get().and(first.get()));
      Widening.assertWithin(both, first.get());
      Widening.assertWithin(both, second.get());
    }
  }

  private static Optional<Policy> policy(String text) {
    try {
      Policy policy = PolicyDocument.parse(text, Widening.BASE, Widening.HOST);
      assertReadsBack(policy);
      return Optional.of(policy);
    } catch (PolicyException refused) {
      Widening.assertTold(refused, (int) text.lines().count());
      return Optional.empty();
    }
  }

  private static void assertReadsBack(Policy policy) {
    Policy again;
    try {
      again = PolicyDocument.parse(policy.toYaml(), Widening.BASE, Widening.HOST);
    } catch (PolicyException refused) {
      throw new AssertionError("what was written is refused", refused);
    }
    assertEquals(policy, again);
    assertEquals(policy.digest(), again.digest());
    assertEquals(policy, policy.and(policy));
  }
}
