package dev.cloche.cli.serve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.HttpClientStreamableHttpTransport;
import io.modelcontextprotocol.client.transport.ServerParameters;
import io.modelcontextprotocol.client.transport.StdioClientTransport;
import io.modelcontextprotocol.spec.McpClientTransport;
import io.modelcontextprotocol.spec.McpError;
import io.modelcontextprotocol.spec.McpSchema;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The client of the SDK that the server is made with. */
@Timeout(180)
class SdkClientTest {

  private final List<Double> progress = new CopyOnWriteArrayList<>();

  @TempDir Path directory;

  @Test
  void stdio_isUnderstood() throws Exception {
    List<String> command = ServerFiles.command(directory);
    ServerParameters server =
        ServerParameters.builder(command.get(0)).args(command.subList(1, command.size())).build();

    try (McpSyncClient client = client(new StdioClientTransport(server, Json.SDK))) {
      assertUnderstood(client, 4);
    }
  }

  @Test
  void http_isUnderstood() throws Exception {
    InetSocketAddress loopback = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    try (McpServer server = TestServer.open()) {
      HttpListener listener =
          server.http(new HttpSettings(loopback, Optional.empty(), Set.of(), Set.of()));
      String base = listener.url().replace("/mcp", "");
      try (McpSyncClient client =
          client(HttpClientStreamableHttpTransport.builder(base).jsonMapper(Json.SDK).build())) {
        assertUnderstood(client, TestTools.all().size());
      } finally {
        listener.stop();
      }
    }
  }

  private McpSyncClient client(McpClientTransport transport) {
    return McpClient.sync(transport)
        .requestTimeout(Duration.ofSeconds(60))
        .initializationTimeout(Duration.ofSeconds(60))
        .progressConsumer(told -> progress.add(told.progress()))
        .build();
  }

  private void assertUnderstood(McpSyncClient client, int tools) {
    assertEquals("cloche", client.initialize().serverInfo().name());
    assertEquals(tools, client.listTools().tools().size());

    McpSchema.CallToolResult echoed =
        client.callTool(
            McpSchema.CallToolRequest.builder("echo")
                .arguments(Map.of("a", 1))
                .meta(Map.of("progressToken", "p"))
                .build());
    assertEquals(Map.of("a", 1), echoed.structuredContent());
    assertFalse(progress.isEmpty());

    McpSchema.CallToolResult counted =
        client.callTool(McpSchema.CallToolRequest.builder("count").build());
    assertTrue(counted.isError());

    McpSchema.CallToolResult noted =
        client.callTool(McpSchema.CallToolRequest.builder("note").build());
    assertTrue(noted.content().stream().anyMatch(McpSchema.ResourceLink.class::isInstance));
    McpSchema.Resource resource = client.listResources().resources().get(0);
    McpSchema.ResourceContents read = client.readResource(resource).contents().get(0);
    assertEquals("hi there", ((McpSchema.TextResourceContents) read).text());

    assertThrows(
        McpError.class, () -> client.callTool(McpSchema.CallToolRequest.builder("nix").build()));
  }
}
