package dev.cloche;

import java.util.List;
import java.util.Optional;

/**
 * What a module is and asks for, read without running it.
 *
 * @param bytes the module's size
 * @param types function types, after de-duplication
 * @param functions functions defined
 * @param imports what it imports, as {@code module.name (type)}
 * @param exports what it exports, as {@code name (kind)}
 * @param memoryMinBytes initial linear memory
 * @param memoryMaxBytes declared maximum, where there is one
 * @param features proposals beyond the MVP that it uses
 * @param largestBodyBytes its largest function body
 * @param refusal why a call would be refused under the limits asked about; empty if it would run
 * @param manifest the text of its {@code cloche.tool} section
 */
public record Inspection(
    long bytes,
    int types,
    int functions,
    List<String> imports,
    List<String> exports,
    long memoryMinBytes,
    Optional<Long> memoryMaxBytes,
    List<String> features,
    int largestBodyBytes,
    Optional<String> refusal,
    Optional<String> manifest) {
  public Inspection {
    imports = List.copyOf(imports);
    exports = List.copyOf(exports);
    features = List.copyOf(features);
  }
}
