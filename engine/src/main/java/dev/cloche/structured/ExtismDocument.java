package dev.cloche.structured;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cloche.Capabilities;
import dev.cloche.Capabilities.WorkspaceUse;
import dev.cloche.ExtismManifest;
import dev.cloche.InputException;
import dev.cloche.Limits;
import dev.cloche.Tool;
import dev.cloche.module.GuestText;
import dev.cloche.policy.PolicyException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/** Reads the manifest of an Extism plugin. */
public final class ExtismDocument {

  private static final Set<String> KEYS =
      Set.of("wasm", "memory", "config", "allowed_hosts", "allowed_paths", "timeout_ms");

  private static final Set<String> MEMORY_KEYS =
      Set.of("max_pages", "max_http_response_bytes", "max_var_bytes");

  private final ExtismManifest manifest;
  private final byte[] module;

  private ExtismDocument(ExtismManifest manifest, byte[] module) {
    this.manifest = manifest;
    this.module = module;
  }

  /**
   * Reads one from a file; see {@link ExtismManifest#read}.
   *
   * @throws PolicyException if it is not acceptable
   * @throws IOException if it cannot be read
   */
  public static Tool read(Path file) throws IOException {
    String fileName = Objects.requireNonNull(file.getFileName(), "file name").toString();
    Path directory = Objects.requireNonNull(file.toAbsolutePath().getParent(), "directory");
    try (InputStream in = Files.newInputStream(file)) {
      byte[] json = in.readNBytes(ExtismManifest.MAX_BYTES + 1);
      return read(json, Optional.of(directory)).tool(fileName.replaceFirst("(?<=.)\\.json$", ""));
    }
  }

  /**
   * Reads one.
   *
   * @param directory where files are looked for that it names; empty if it must not name any
   * @throws PolicyException if it is not acceptable
   */
  public static ExtismDocument read(byte[] json, Optional<Path> directory) {
    JsonNode root;
    try {
      root = JsonText.parse(json, ExtismManifest.MAX_BYTES).node();
    } catch (InputException e) {
      throw new PolicyException("", String.valueOf(e.getMessage()));
    }
    ExtismFields.requireKeys(root, "", KEYS);
    JsonNode memory = ExtismFields.object(root, "memory", "");
    ExtismFields.requireKeys(memory, "memory", MEMORY_KEYS);
    ExtismManifest manifest =
        new ExtismManifest(
            texts(root, "config"),
            new Capabilities(
                ExtismHosts.requests(root),
                Optional.empty(),
                use(texts(root, "allowed_paths")),
                pages(ExtismFields.number(memory, "max_pages", "memory")),
                OptionalLong.empty()),
            wall(ExtismFields.number(root, "timeout_ms", "")),
            ExtismFields.number(memory, "max_http_response_bytes", "memory"),
            ExtismFields.number(memory, "max_var_bytes", "memory"));
    return new ExtismDocument(manifest, ExtismModule.read(root.path("wasm"), directory));
  }

  /** Returns the tool. */
  public Tool tool(String name) {
    return Tool.of(name, module).withExtism(manifest);
  }

  private static Map<String, String> texts(JsonNode root, String key) {
    Map<String, String> texts = new LinkedHashMap<>();
    for (Map.Entry<String, JsonNode> entry : ExtismFields.object(root, key, "").properties()) {
      if (!entry.getValue().isTextual()) {
        throw new PolicyException(key, GuestText.quote(entry.getKey()) + " is not a text");
      }
      texts.put(entry.getKey(), entry.getValue().textValue());
    }
    return texts;
  }

  /**
   * What of the host a plugin sees, the policy's mounts say alone: of the paths counts whether
   * there are some, and whether all are marked as read-only.
   */
  private static WorkspaceUse use(Map<String, String> paths) {
    if (paths.isEmpty()) {
      return WorkspaceUse.NONE;
    }
    boolean readOnly = paths.keySet().stream().allMatch(host -> host.startsWith("ro:"));
    return readOnly ? WorkspaceUse.READ : WorkspaceUse.WRITE;
  }

  private static OptionalLong pages(OptionalLong pages) {
    return pages.isPresent() && pages.getAsLong() <= Limits.MAX_MEMORY_BYTES / Limits.PAGE_BYTES
        ? OptionalLong.of(pages.getAsLong() * Limits.PAGE_BYTES)
        : OptionalLong.empty();
  }

  private static Optional<Duration> wall(OptionalLong millis) {
    if (millis.isEmpty() || millis.getAsLong() > Limits.MAX_WALL.toMillis()) {
      return Optional.empty();
    }
    if (millis.getAsLong() == 0) {
      throw new PolicyException("timeout_ms", "0 is no time at all; it is 1 or more");
    }
    return Optional.of(Duration.ofMillis(millis.getAsLong()));
  }
}
