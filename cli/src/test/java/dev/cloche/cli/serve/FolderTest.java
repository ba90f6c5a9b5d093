package dev.cloche.cli.serve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cloche.Policy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The folder that is served:
 *
 * <pre>
 * a.wasm, a.wasm.json   a tool, before the server starts
 * </pre>
 */
@Timeout(120)
class FolderTest {

  private static final byte[] MODULE = TestTools.module("(func (export \"_start\"))");

  @TempDir Path folder;
  private McpServer server;
  private Wire wire;

  @BeforeEach
  void start() throws Exception {
    put("a", "first");
    server =
        TestServer.open(
            Policy.strict(), List.of(TestTools.ECHO), TestServer.LIMITS, Optional.of(folder));
    wire = Wire.initialized(server);
  }

  @AfterEach
  void stop() {
    wire.close();
    server.close();
  }

  private void put(String file, String name) throws IOException {
    Files.writeString(folder.resolve(file + ".wasm.json"), TestTools.manifest(name, ""));
    Files.write(folder.resolve(file + ".wasm"), MODULE);
  }

  @Test
  void tools_comeAndGo() throws Exception {
    List<String> before = server.toolNames();
    put("b", "second");
    awaitChange(List.of("echo", "first", "second"));
    assertEquals(false, wire.call(1, "second", "{}").path("isError").asBoolean());
    Files.delete(folder.resolve("a.wasm"));
    awaitChange(List.of("echo", "second"));

    assertEquals(List.of("echo", "first"), before);
  }

  @Test
  void brokenModule_isToldAndNotOffered() throws Exception {
    Files.writeString(folder.resolve("b.wasm.json"), TestTools.manifest("second", ""));
    Files.write(folder.resolve("b.wasm"), java.util.Arrays.copyOf(MODULE, MODULE.length - 3));
    String told = wire.notification("notifications/message").path("data").asText();

    assertTrue(told.startsWith("b.wasm: not offered: "), told);
    assertEquals(List.of("echo", "first"), server.toolNames());
    Files.write(folder.resolve("b.wasm"), MODULE);
    awaitChange(List.of("echo", "first", "second"));
  }

  @Test
  void moduleWithoutManifest_isToldAndNotOffered() throws Exception {
    Files.write(folder.resolve("c.wasm"), MODULE);
    String told = wire.notification("notifications/message").path("data").asText();

    assertTrue(told.startsWith("c.wasm: not offered: "), told);
    assertEquals(List.of("echo", "first"), server.toolNames());
  }

  @Test
  void h5_nameOfANamedTool_isNotTaken() throws Exception {
    put("z", "echo");
    String told = wire.notification("notifications/message").path("data").asText();

    assertTrue(told.startsWith("z.wasm: not offered: "), told);
    assertEquals(
        "{\"a\":1}", wire.call(1, "echo", "{\"a\":1}").path("structuredContent").toString());
  }

  @Test
  void h5_oneNameTwice_isOfferedByNeither() throws Exception {
    put("b", "first");
    awaitChange(List.of("echo"));
    Files.delete(folder.resolve("b.wasm"));
    awaitChange(List.of("echo", "first"));
  }

  /** A change may come in several steps. */
  private void awaitChange(List<String> names) throws Exception {
    while (!server.toolNames().equals(names)) {
      var unused = wire.notification("notifications/tools/list_changed");
    }
  }
}
