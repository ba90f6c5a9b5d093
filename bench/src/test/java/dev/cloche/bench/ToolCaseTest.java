package dev.cloche.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.cloche.Engine;
import dev.cloche.Outcome;
import dev.cloche.Session;
import dev.cloche.tools.BundledTool;
import dev.cloche.tools.BundledTools;
import dev.cloche.workspace.Access;
import dev.cloche.workspace.Mount;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every row's commands do their work, on files that are a thousand times smaller. Measures nothing.
 */
@Tag("one-jdk")
class ToolCaseTest {

  private static final Engine ENGINE = Engine.create();
  private static ToolData data;

  @BeforeAll
  static void write() throws IOException {
    data = ToolData.write(1000);
  }

  @AfterAll
  static void close() {
    data.close();
    ENGINE.close();
  }

  @ParameterizedTest
  @EnumSource
  void row_onSmallFiles_answersAsItsCounterpart(ToolCase row) {
    BundledTool tool = BundledTools.find(row.tool()).orElseThrow();
    assumeTrue(tool.isBuilt(), () -> tool.name() + " is not built");
    String answer = ToolRun.answer(row, ENGINE, data);
    assertFalse(answer.isEmpty());
    try {
      assertTrue(row.isSame(answer, ToolRun.peerAnswer(row, data)), answer);
    } catch (MissingException notHere) {
      assumeTrue(false, notHere.getMessage());
    }
  }

  static List<BundledTool> tools() {
    return BundledTools.all();
  }

  @ParameterizedTest
  @MethodSource("tools")
  void sample_ofAnyTool_endsAsItShould(BundledTool tool) throws IOException {
    assumeTrue(tool.isBuilt(), () -> tool.name() + " is not built");
    Path directory;
    try (ToolSample sample = ToolSample.of(tool);
        Session session = ENGINE.openSession()) {
      directory = sample.files();
      Mount ignored = session.workspace().mount(directory, "/", Access.OVERLAY);
      Outcome outcome = session.call(tool.tool(), sample.call());
      assertEquals(
          sample.exit(),
          assertInstanceOf(Outcome.Completed.class, outcome, outcome.message()).exitStatus(),
          () -> outcome.stderr().text());
    }
    assertFalse(Files.exists(directory));
  }
}
