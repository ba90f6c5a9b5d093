package dev.cloche.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.cloche.ToolManifest;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class BundledToolsTest {

  @Test
  void all_listsEveryToolByName() {
    assertEquals(
        List.of("fetch", "jq", "js", "sql"),
        BundledTools.all().stream().map(BundledTool::name).toList());
  }

  @Test
  void find_knownName_hasAManifest() {
    ToolManifest manifest = BundledTools.find("js").orElseThrow().manifest();

    assertEquals("js", manifest.name());
    assertEquals("2025-04-26", manifest.version());
    assertEquals("MIT", manifest.license());
    assertEquals("wasi-command", manifest.abi());
    assertTrue(manifest.usage().get(0).startsWith("js -e CODE"));
  }

  @Test
  void find_unknownName_isEmpty() {
    assertEquals(Optional.empty(), BundledTools.find("cobol"));
    assertEquals(Optional.empty(), BundledTools.find("../js"));
  }

  @Test
  void wasm_notBuilt_saysHowToBuildIt() {
    BundledTool tool =
        new BundledTool(
            new ToolManifest("abacus", "Abacus", "", "1", "MIT", "", "wasi-command", List.of()));

    assertFalse(tool.isBuilt());
    IllegalStateException error = assertThrows(IllegalStateException.class, tool::wasm);
    assertEquals("tool \"abacus\" is not built: " + BundledTools.HOW_TO_BUILD, error.getMessage());
  }

  @Test
  void wasm_built_isAFreshCopyOfAModule() {
    BundledTool tool = BundledTools.find("js").orElseThrow();
    assumeTrue(tool.isBuilt(), BundledTools.HOW_TO_BUILD);

    byte[] wasm = tool.wasm();

    assertEquals("asm", new String(wasm, 1, 3, java.nio.charset.StandardCharsets.US_ASCII));
    assertNotSame(wasm, tool.wasm());
  }

  @Test
  void toString_isNameAndVersion() {
    assertEquals("jq 1.7.1", BundledTools.find("jq").orElseThrow().toString());
  }
}
