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
 * @param javaCode what it compiles to; empty if it would be refused, is interpreted, or its
 *     compilation did not end in time
 * @param pluginFunctions the functions that a call may name, if it is an Extism plugin
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
    Optional<String> manifest,
    Optional<JavaCode> javaCode,
    List<String> pluginFunctions) {

  public Inspection {
    imports = List.copyOf(imports);
    exports = List.copyOf(exports);
    features = List.copyOf(features);
    pluginFunctions = List.copyOf(pluginFunctions);
  }

  /**
   * The functions that are slow for their size, once the module is compiled to Java bytecode.
   *
   * @param huge those whose methods are above 8,000 bytes, which HotSpot interprets by default
   * @param interpreted indexes of those that are too large for a Java method, which the engine
   *     interprets, some 50 times slower
   * @param hugeCompiled whether this JVM compiles huge ones, as with {@code
   *     -XX:-DontCompileHugeMethods}; empty where it cannot be asked
   */
  public record JavaCode(
      List<Method> huge, List<Integer> interpreted, Optional<Boolean> hugeCompiled) {
    public JavaCode {
      huge = List.copyOf(huge);
      interpreted = List.copyOf(interpreted);
    }
  }

  /**
   * A function's Java method.
   *
   * @param function its index in the module
   * @param bytes the length of its code
   */
  public record Method(int function, int bytes) {}
}
