package dev.cloche.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cloche.host.NativeReport.Capability;
import dev.cloche.host.NativeReport.State;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class NativeReportTest {
  private static final Capability FOUND =
      new Capability("bwrap", State.FOUND, "/usr/bin/bwrap 0.8", "");

  private static final Capability MISSING =
      new Capability("tar", State.MISSING, "not installed", "apt-get install tar");

  @Test
  void oneThingMissing_makesAllUnusable() {
    assertTrue(new NativeReport(List.of(FOUND)).isUsable());
    assertFalse(new NativeReport(List.of(FOUND, MISSING)).isUsable());
    Capability less = new Capability("control-groups", State.DEGRADED, "none", "delegate");
    assertTrue(new NativeReport(List.of(FOUND, less)).isUsable());
    Capability unknown = new Capability("sandbox", State.UNKNOWN, "not run", "");
    assertFalse(new NativeReport(List.of(FOUND, unknown)).isUsable());
  }

  @Test
  void textAndJson_sayTheSame() {
    NativeReport report = new NativeReport(List.of(FOUND, MISSING));
    assertEquals(
        """
        bwrap            found     /usr/bin/bwrap 0.8
        tar              missing   not installed
                                   to fix: apt-get install tar
        """,
        report.text());
    assertEquals(
        Map.of(
            "usable",
            false,
            "capabilities",
            List.of(
                Map.of("id", "bwrap", "state", "found", "what", "/usr/bin/bwrap 0.8"),
                Map.of(
                    "id",
                    "tar",
                    "state",
                    "missing",
                    "what",
                    "not installed",
                    "fix",
                    "apt-get install tar"))),
        report.json());
  }

  /** A machine without a sandbox fails here, and says what to install. */
  @Test
  void thisMachine_canRunCommands() {
    try (NativeBackend backend = NativeBackend.create(NativeOptions.defaults())) {
      NativeReport report = backend.probe();
      assertTrue(report.isUsable(), report::text);
      List<String> ids = report.capabilities().stream().map(Capability::id).toList();
      assertTrue(ids.containsAll(List.of("platform", "bwrap", "control-groups", "sandbox")));
    }
  }
}
