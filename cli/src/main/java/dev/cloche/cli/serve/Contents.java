package dev.cloche.cli.serve;

import io.modelcontextprotocol.spec.McpSchema.BlobResourceContents;
import io.modelcontextprotocol.spec.McpSchema.Content;
import io.modelcontextprotocol.spec.McpSchema.EmbeddedResource;
import io.modelcontextprotocol.spec.McpSchema.ImageContent;
import io.modelcontextprotocol.spec.McpSchema.ResourceContents;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import io.modelcontextprotocol.spec.McpSchema.TextResourceContents;
import java.util.Base64;

/** Makes the pieces that answers consist of. */
final class Contents {

  private Contents() {}

  static Content text(String text) {
    return TextContent.builder(text).build();
  }

  static Content image(byte[] bytes, String type) {
    return ImageContent.builder(base64(bytes), type).build();
  }

  static Content embedded(ResourceContents resource) {
    return EmbeddedResource.builder(resource).build();
  }

  static ResourceContents blob(String uri, String type, byte[] bytes) {
    return BlobResourceContents.builder(uri, base64(bytes)).mimeType(type).build();
  }

  static ResourceContents text(String uri, String type, String text) {
    return TextResourceContents.builder(uri, text).mimeType(type).build();
  }

  private static String base64(byte[] bytes) {
    return Base64.getEncoder().encodeToString(bytes);
  }
}
