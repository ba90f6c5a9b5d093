package dev.cloche.structured;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.cloche.JsonSchema;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The library behind the reader: even a schema that the reader would refuse loads nothing. */
class SchemaCheckTest {

  private static int problems(String schema, String value) {
    return SchemaCheck.of(new JsonSchema(schema, 1, 0))
        .problems(JsonText.parse(value.getBytes(UTF_8), 1_000))
        .size();
  }

  @Test
  void h2_remoteReferences_areNotLoaded(@TempDir Path directory) throws IOException {
    Path file = Files.writeString(directory.resolve("s.json"), "{\"type\":\"string\"}");
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      for (String reference :
          new String[] {
            "http://127.0.0.1:" + server.getLocalPort() + "/s.json",
            file.toUri().toString(),
            "classpath:dev/cloche/policy/policy.schema.json",
            "resource:dev/cloche/policy/policy.schema.json",
            "https://json-schema.org/draft/2020-12/schema"
          }) {
        String schema = "{\"$ref\":\"" + reference + "\"}";
        assertThrows(RuntimeException.class, () -> problems(schema, "1"), reference);
      }
      server.setSoTimeout(1);
      assertThrows(IOException.class, server::accept);
    }
    assertEquals(
        1, problems("{\"$defs\":{\"a\":{\"type\":\"string\"}},\"$ref\":\"#/$defs/a\"}", "1"));
  }

  @Test
  void format_isAnAnnotation() {
    assertEquals(0, problems("{\"format\":\"date\"}", "\"yesterday\""));
    assertEquals(1, problems("{\"maxLength\":1}", "\"yesterday\""));
  }
}
