package dev.cloche.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;

/** Each promise of the contract, with a function that breaks it and one that does not. */
@Tag("one-jdk")
class HostFunctionContractTest {

  /** Returns what the failures of a property say. */
  private static List<String> failures(Class<?> contract, String property) {
    SummaryGeneratingListener listener = new SummaryGeneratingListener();
    LauncherDiscoveryRequest request =
        LauncherDiscoveryRequestBuilder.request()
            .selectors(selectMethod(contract, property, List.class.getName()))
            // That it fails is looked for here, not how small.
            .configurationParameter("jqwik.shrinking.bounded.seconds", "1")
            .build();
    LauncherFactory.create().execute(request, listener);
    assertEquals(1, listener.getSummary().getTestsStartedCount());
    return listener.getSummary().getFailures().stream()
        .map(failure -> failure.getException().toString())
        .toList();
  }

  private static void assertFails(Class<?> contract, String property, String how) {
    List<String> failures = failures(contract, property);
    assertEquals(1, failures.size(), property);
    assertTrue(failures.get(0).contains(how), failures.get(0));
  }

  @Test
  void blockThatIsFreed_isFound_unlessItIsDeclared() {
    assertFails(BrokenContracts.Freeing.class, "anyCalls_endWell", "changed or freed a block");
    assertEquals(
        List.of(),
        failures(BrokenContracts.DeclaredFreeing.class, "callsAfterATrapInside_endWell"));
  }

  @Test
  void workspaceThatIsChanged_isFound_unlessItIsDeclared() {
    assertFails(BrokenContracts.Writing.class, "anyCalls_endWell", "changed the workspace");
    assertEquals(
        List.of(),
        failures(BrokenContracts.DeclaredWriting.class, "callsAfterATrapInside_endWell"));
  }

  @Test
  void lockThatATrapLeavesLocked_isFound() {
    assertFails(
        BrokenContracts.Locking.class, "callsAfterATrapInside_endWell", "did not come back");
  }

  @Test
  void functionThatMayNotBeEntered_isFound() {
    assertFails(BrokenContracts.Single.class, "callsWithinACall_endWell", "host fault");
  }

  @Test
  void functionThatStartsCalls_holdsTheContract() {
    assertEquals(List.of(), failures(BrokenContracts.Starting.class, "callsWithinACall_endWell"));
  }
}
