package dev.cloche.egress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Each decision is told before it is made, and what is allowed counts. */
class DeciderTest {
  private static final EgressRules RULES =
      EgressRules.of(List.of(EgressRule.of("api", "https://api.example")), List.of());

  private final RecordingObserver observer = new RecordingObserver();
  private final Budget budget = new Budget(Loopback.limits("requests", 1));
  private final Decider decider = new Decider(RULES, observer, budget, 7);

  private void enforce(String url) throws EgressException {
    CanonicalUrl read = CanonicalUrl.parse(url);
    decider.enforce("GET", read, decider.current().rules().decide("GET", read));
  }

  @Test
  void n21_whatIsAllowed_isToldAndCounted_untilTheBudgetIsSpent() throws Exception {
    enforce("https://api.example/?q");
    assertEquals(1, budget.usage().requests());
    Failure.of(EgressException.Kind.BUDGET, () -> enforce("https://api.example/"));
    assertEquals(
        List.of("allowed api https://api.example/?q", "allowed api https://api.example/"),
        observer.events);
  }

  @Test
  void whatIsDenied_isToldAndNotCounted() {
    Failure.of(
        EgressException.Kind.DENIED,
        EgressDecision.DEFAULT_RULE,
        () -> enforce("https://other.example/"));
    assertEquals(0, budget.usage().requests());
    assertEquals(
        List.of("denied " + EgressDecision.DEFAULT_RULE + " https://other.example/"),
        observer.events);
  }

  @Test
  void n8_requestThatIsNone_isToldAsItWasWritten() {
    FetchRequest noUrl = FetchRequest.of("GET", "https://api.example\\@b/");
    Failure.of(EgressException.Kind.MALFORMED, () -> decider.read(noUrl));
    FetchRequest noHeader =
        new FetchRequest("GET", "HTTPS://API.example", List.of(new Header("a b", "c")), true);
    Failure.of(EgressException.Kind.MALFORMED, () -> decider.read(noHeader));
    assertEquals("denied network.malformed https://api.example\\@b/", observer.events.get(0));
    assertEquals("denied network.malformed https://api.example/", observer.events.get(1));
  }

  @Test
  void whatIsDeniedAfterAll_isToldByTheRuleThatSaidSo() throws Exception {
    Decider.Asked asked = decider.read(FetchRequest.of("GET", "https://api.example"));
    EgressException.Kind kind = EgressException.Kind.DENIED;
    decider.denied(asked, "given", new EgressException(kind, "own", "why"));
    decider.denied(asked, "given", new EgressException(kind, "", "why"));
    assertEquals(
        List.of("denied own https://api.example/", "denied given https://api.example/"),
        observer.events);
  }

  @Test
  void n16_rulesThatAreReplaced_areOfTheNextGeneration() {
    assertEquals(7, decider.current().generation());
    decider.replace(EgressRules.none());
    assertEquals(8, decider.current().generation());
    assertSame(EgressRules.none(), decider.current().rules());
  }
}
