package dev.cloche;

import dev.cloche.policy.PolicyException;
import dev.cloche.structured.ExtismDocument;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The manifest of an Extism plugin: a JSON document that names a module and says what it is to be
 * given. Here it only narrows what the policy grants, whoever wrote it.
 *
 * <p>Reading is strict. What cannot be kept is refused, and never passed over: modules from URLs,
 * several modules, and patterns of hosts other than {@code *} and {@code *.name}.
 *
 * @param configuration what the plugin finds by {@code config_get}, unless the call says otherwise
 * @param capabilities what it may use: requests to {@code allowed_hosts}, files where there are
 *     {@code allowed_paths}, memory up to {@code max_pages}
 * @param wall how long a call may take, from {@code timeout_ms}
 * @param responseBytes what the body of a response may have
 * @param variableBytes what variables may take together
 */
public record ExtismManifest(
    Map<String, String> configuration,
    Capabilities capabilities,
    Optional<Duration> wall,
    OptionalLong responseBytes,
    OptionalLong variableBytes) {

  /** 64 MiB: a module in base64 may stand in it. */
  public static final int MAX_BYTES = 64 << 20;

  /** Copies the configuration. */
  public ExtismManifest {
    configuration = Collections.unmodifiableMap(new LinkedHashMap<>(configuration));
    Objects.requireNonNull(capabilities, "capabilities");
    Objects.requireNonNull(wall, "wall");
    Objects.requireNonNull(responseBytes, "response bytes");
    Objects.requireNonNull(variableBytes, "variable bytes");
  }

  /** All of it in one text, the same for equal manifests in every JVM. */
  String canonical() {
    List<String> parts = new ArrayList<>();
    new TreeMap<>(configuration).forEach((key, value) -> parts.addAll(List.of(key, value)));
    parts.add("files " + capabilities.workspace());
    parts.add("memory " + capabilities.memoryBytes() + capabilities.fuel());
    parts.add("variables " + capabilities.environment().map(TreeSet::new));
    parts.add("network " + capabilities.network().isPresent());
    for (Capabilities.Request request : capabilities.network().orElse(List.of())) {
      parts.add(request.url() + " " + new TreeSet<>(request.methods()));
    }
    parts.add("bounds " + wall + responseBytes + variableBytes);
    StringBuilder text = new StringBuilder();
    // With its length, so that no part can pass for two.
    parts.forEach(part -> text.append(part.length()).append(':').append(part));
    return text.toString();
  }

  /**
   * Returns the plugin of a manifest whose module stands in it.
   *
   * @param name how the tool is called in messages; not empty
   * @param json the manifest, JSON in UTF-8
   * @throws PolicyException if it is not acceptable, or names a file
   */
  public static Tool tool(String name, byte[] json) {
    return ExtismDocument.read(json, Optional.empty()).tool(name);
  }

  /**
   * Reads the plugin of a manifest, and its module where that is a file: one in the same directory
   * or below, without links. The tool's name is the file name without {@code .json}.
   *
   * @throws PolicyException if it is not acceptable
   * @throws IOException if it cannot be read
   */
  public static Tool read(Path file) throws IOException {
    return ExtismDocument.read(file);
  }
}
