package dev.cloche.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The page of the bundled tools is the one that the command makes. */
class ToolsPageTest {

  @Test
  void page_ofTheBundledTools_isUpToDate() throws IOException {
    Invocation page =
        Invocation.of(FakeEngine.untouched(), new BundledCatalogue(), "", "tools", "--markdown");
    assertEquals(0, page.status());
    assertEquals(
        Files.readString(Path.of("../docs/tools.md")),
        page.out(),
        "run ./cloche tools --markdown >docs/tools.md");
  }
}
