package dev.cloche.policy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cloche.Policy;
import dev.cloche.egress.CanonicalUrl;
import dev.cloche.egress.EgressDecision;
import dev.cloche.egress.EgressException;
import dev.cloche.workspace.Access;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Whether a policy allows nothing that another does not: asked of both, one by one. */
final class Widening {
  static final Path BASE = Path.of("/base");
  static final Map<String, String> HOST = Map.of("TOKEN", "value of the host", "A", "b");

  private static final List<String> URLS =
      List.of(
          "https://a.example/",
          "https://a.example/v1/x",
          "https://b.a.example/v1",
          "http://10.0.0.1:8080/",
          "https://api.github.com/repos/secret/x");

  /** Each key of a path is cut at 200 characters, and each of these may take six. */
  private static final int MAX_TOLD = 20_000;

  private Widening() {}

  static void assertWithin(Policy narrow, Policy wide) {
    assertTrue(narrow.limits().fuel() <= wide.limits().fuel());
    assertTrue(narrow.limits().wall().compareTo(wide.limits().wall()) <= 0);
    assertTrue(narrow.limits().memoryBytes() <= wide.limits().memoryBytes());
    assertTrue(narrow.limits().outputBytes() <= wide.limits().outputBytes());
    assertTrue(narrow.workspace().limits().bytes() <= wide.workspace().limits().bytes());
    assertTrue(narrow.workspace().limits().nodes() <= wide.workspace().limits().nodes());
    assertTrue(wide.environment().entrySet().containsAll(narrow.environment().entrySet()));
    assertTrue(wide.credentials().entrySet().containsAll(narrow.credentials().entrySet()));
    assertTrue(wide.nativeCommands().commands().containsAll(narrow.nativeCommands().commands()));
    assertTrue(wide.nativeCommands().degraded() || !narrow.nativeCommands().degraded());
    assertLeasesWithin(narrow, wide);
    assertMountsWithin(narrow, wide);
    URLS.forEach(url -> assertRequestsWithin(narrow, wide, url));
  }

  /** What holds a secret in one holds it in the other, for each command. */
  private static void assertLeasesWithin(Policy narrow, Policy wide) {
    for (NativeLease lease : narrow.nativeCommands().leases()) {
      for (String command : lease.commands()) {
        assertTrue(
            wide.nativeCommands().leases().stream()
                .anyMatch(
                    other ->
                        other.credential().equals(lease.credential())
                            && other.place() == lease.place()
                            && other.name().equals(lease.name())
                            && other.commands().contains(command)),
            command);
      }
    }
  }

  private static void assertMountsWithin(Policy narrow, Policy wide) {
    for (PolicyMount mount : narrow.workspace().mounts()) {
      assertTrue(
          wide.workspace().mounts().stream()
              .anyMatch(
                  other ->
                      other.host().equals(mount.host())
                          && other.at().equals(mount.at())
                          && (other.mode() == Access.OVERLAY || mount.mode() == Access.READ)));
    }
  }

  private static void assertRequestsWithin(Policy narrow, Policy wide, String text) {
    try {
      CanonicalUrl url = CanonicalUrl.parse(text);
      for (String method : List.of("GET", "POST")) {
        EgressDecision one = narrow.network().rules().decide(method, url);
        EgressDecision other = wide.network().rules().decide(method, url);
        assertTrue(!one.allowed() || other.allowed(), text);
        assertTrue(!one.privateAddress() || other.privateAddress(), text);
      }
    } catch (EgressException e) {
      throw new AssertionError(e);
    }
  }

  /** What is wrong has a place, and words without control characters. */
  static void assertTold(PolicyException refused, int lines) {
    assertTrue(!refused.problems().isEmpty());
    for (PolicyProblem problem : refused.problems()) {
      assertTrue(problem.line() >= 0 && problem.line() <= lines + 1, problem.toString());
      assertEquals(problem.line() == 0, problem.column() == 0, problem.toString());
      assertTrue(problem.column() >= 0, problem.toString());
      String text = problem.toString();
      assertTrue(text.chars().noneMatch(Character::isISOControl), text);
      assertTrue(text.length() < MAX_TOLD, text);
    }
  }
}
