package dev.cloche.tools;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cloche.Call;
import dev.cloche.Capabilities;
import dev.cloche.Engine;
import dev.cloche.Outcome;
import dev.cloche.Session;
import dev.cloche.StructuredTool;
import dev.cloche.Tool;
import dev.cloche.ToolExample;
import dev.cloche.run.EgressSessions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every example of every tool that was built does what its manifest shows. */
@Tag("one-jdk")
class BundledExamplesTest {

  private static final Engine ENGINE = Engine.create();

  @AfterAll
  static void close() {
    ENGINE.close();
  }

  static List<Arguments> examples() {
    return BundledTools.all().stream()
        .filter(BundledTool::isBuilt)
        .flatMap(tool -> of(tool))
        .toList();
  }

  private static Stream<Arguments> of(BundledTool tool) {
    return tool.manifest().examples().stream()
        .map(example -> Arguments.of(tool.name(), example.title(), tool, example));
  }

  @ParameterizedTest(name = "{0}: {1}")
  @MethodSource("examples")
  void example_doesWhatItShows(
      String name, String title, BundledTool bundled, ToolExample example) {
    Tool tool = bundled.tool();
    try (Session session = EgressSessions.open(ENGINE, new FakeWeb())) {
      example
          .files()
          .forEach((path, text) -> session.workspace().writeFile(path, text.getBytes(UTF_8)));
      Outcome outcome = session.call(tool, call(tool, example));

      assertInstanceOf(Outcome.Completed.class, outcome, outcome.message());
      assertEquals(example.stdout(), outcome.stdout().text(), () -> outcome.stderr().text());
      assertEquals(example.exit(), ((Outcome.Completed) outcome).exitStatus());
      if (example.input().isPresent()) {
        assertEquals(List.of(), StructuredTool.of(tool).result(outcome).problems());
      }
    }
  }

  private static Call call(Tool tool, ToolExample example) {
    Call.Builder call =
        example
            .input()
            .map(input -> StructuredTool.of(tool).call(input))
            .orElseGet(() -> Call.builder().arguments(example.arguments()));
    if (!example.stdin().isEmpty()) {
      call.stdin(example.stdin());
    }
    return call.seed(1).build();
  }

  @Test
  void examples_ofTheToolsThatNeedNoNetwork_areThere() {
    for (String name : List.of("jq", "js")) {
      assertFalse(BundledTools.find(name).orElseThrow().manifest().examples().isEmpty(), name);
    }
  }

  @Test
  void schemas_ofAllTools_canBeUsed() {
    for (BundledTool tool : BundledTools.all()) {
      assertTrue(
          tool.manifest().structured().input().isEmpty()
              || tool.manifest().structured().input().get().weight() > 0);
      if (tool.isBuilt()) {
        assertEquals(
            tool.manifest().structured().input().isPresent(),
            StructuredTool.of(tool.tool()).takesInput());
      }
    }
  }

  @Test
  void capabilities_readAlone_areThoseOfTheManifest() {
    for (BundledTool tool : BundledTools.all()) {
      if (tool.isBuilt()) {
        assertEquals(
            tool.manifest().capabilities(), Capabilities.of(tool.tool()), () -> tool.name());
      }
    }
  }
}
