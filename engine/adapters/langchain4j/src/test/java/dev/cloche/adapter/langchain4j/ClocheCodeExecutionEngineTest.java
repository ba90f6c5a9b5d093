package dev.cloche.adapter.langchain4j;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.cloche.Engine;
import dev.cloche.Limits;
import dev.cloche.Session;
import dev.cloche.Tool;
import dev.cloche.adapter.SessionSource;
import dev.cloche.tools.BundledTools;
import dev.langchain4j.code.CodeExecutionEngine;
import org.junit.jupiter.api.Test;

/** Code of a model runs under glass, and whatever it does is an answer. */
class ClocheCodeExecutionEngineTest {

  @Test
  void code_printsFailsAndIsStopped() {
    assumeTrue(BundledTools.find("js").orElseThrow().isBuilt(), BundledTools.HOW_TO_BUILD);
    Tool js = BundledTools.find("js").orElseThrow().tool();
    try (Engine engine = Engine.create();
        Session session = engine.openSession(Limits.builder().fuel(100_000_000).build())) {
      CodeExecutionEngine code = ClocheCodeExecutionEngine.of(SessionSource.of(session), js);

      assertEquals("144\n", code.execute("console.log(12 ** 2)"));
      assertTrue(code.execute("nothing.there").contains("is not defined"));
      assertTrue(code.execute("for (;;);").contains("fuel limit exceeded"));
      assertTrue(code.execute("a\0b").contains("NUL"));
      assertTrue(code.execute("/* cloche: {\"name\":1} */ 1").startsWith("code failed"));
    }
  }

  @Test
  void tool_thatTakesNoScripts_isNoInterpreter() {
    assumeTrue(BundledTools.find("jq").orElseThrow().isBuilt(), BundledTools.HOW_TO_BUILD);
    Tool jq = BundledTools.find("jq").orElseThrow().tool();
    SessionSource none =
        (conversation, call) -> {
          throw new IllegalStateException("never asked");
        };
    assertThrows(IllegalArgumentException.class, () -> ClocheCodeExecutionEngine.of(none, jq));
  }
}
