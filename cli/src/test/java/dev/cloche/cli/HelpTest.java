package dev.cloche.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class HelpTest {

  @Test
  void help_namesCommandsAndStatuses() {
    Invocation run = Invocation.of(FakeEngine.untouched(), "--help");

    assertEquals(0, run.status());
    assertTrue(run.out().contains("inspect"));
    assertTrue(run.out().contains("trace") && run.out().contains("reach"));
    assertTrue(run.out().contains("122  limit exceeded"));
  }

  @Test
  void helpOfRun_isTheSameBothWaysAndNamesPolicyAndAudit() {
    String help = Invocation.of(FakeEngine.untouched(), "help", "run").out();

    assertEquals(help, Invocation.of(FakeEngine.untouched(), "run", "--help").out());
    assertTrue(help.contains("--mount"));
    assertTrue(help.contains("--policy") && help.contains("--allow"));
    assertTrue(help.contains("--audit-key"));
  }

  @Test
  void version_namesTheBuildAndJava() {
    Invocation run = Invocation.of(FakeEngine.untouched(), "--version");

    assertEquals(0, run.status());
    assertTrue(run.out().matches("cloche \\d.* \\(Java .*\\)\n"), run.out());
  }
}
