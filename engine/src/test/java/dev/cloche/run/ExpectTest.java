package dev.cloche.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import dev.cloche.Call;
import dev.cloche.Engine;
import dev.cloche.Outcome;
import dev.cloche.Session;
import dev.cloche.Tool;
import org.junit.jupiter.api.Test;

/** Who announces a tool changes when things are done, and nothing that a call may see. */
class ExpectTest {

  private static final Tool PACKAGED = Tool.packaged("plain", ExpectTest.class);

  @Test
  void expect_packagedTool_callEndsAsWithout() {
    Outcome expected = outcome(PACKAGED, true);
    Outcome unexpected = outcome(PACKAGED, false);
    assertEquals(unexpected.getClass(), expected.getClass());
    assertEquals(unexpected.message(), expected.message());
  }

  @Test
  void expect_brokenTool_isRefusedByTheCall() {
    assertInstanceOf(Outcome.Refused.class, outcome(Tool.of("broken", new byte[] {1, 2}), true));
  }

  @Test
  void expect_command_isDeniedByTheCall() {
    assertInstanceOf(Outcome.Denied.class, outcome(Tool.command("true"), true));
  }

  @Test
  void expect_closedEngine_isNoFault() {
    Engine engine = Engine.create();
    engine.close();
    engine.expect(PACKAGED);
    engine.expect(Tool.of("broken", new byte[] {1, 2}));
  }

  private static Outcome outcome(Tool tool, boolean announced) {
    try (Engine engine = Engine.create();
        Session session = engine.openSession()) {
      if (announced) {
        engine.expect(tool);
      }
      return session.call(tool, Call.of());
    }
  }
}
