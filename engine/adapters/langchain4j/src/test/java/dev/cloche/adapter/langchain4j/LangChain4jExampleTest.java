package dev.cloche.adapter.langchain4j;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.cloche.Engine;
import dev.cloche.Policy;
import dev.cloche.adapter.ToolBox;
import dev.cloche.tools.BundledTools;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The examples of docs/embedding.md do what it says. */
class LangChain4jExampleTest {

  private final List<String> used = new ArrayList<>();

  private final LangChain4jExample example =
      new LangChain4jExample() {
        @Override
        void use(boolean isError, String text, String json) {
          assertFalse(isError, text);
          used.add(text.strip());
        }
      };

  @Test
  void examples_run() {
    for (String name : List.of("jq", "js")) {
      assumeTrue(BundledTools.find(name).orElseThrow().isBuilt(), BundledTools.HOW_TO_BUILD);
    }
    try (Engine engine = Engine.create()) {
      ToolBox box = example.toolBox(engine, Policy.builder().build());
      ScriptedModel model = new ScriptedModel("js", "{\"code\":\"console.log(6 * 7)\"}");

      example.plain(box);
      assertEquals(List.of("[2,3]"), used);
      assertEquals("it says: 42", example.assistant(model, box).chat("how much?").strip());
    }
  }
}
