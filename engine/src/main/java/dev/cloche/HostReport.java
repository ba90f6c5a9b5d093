package dev.cloche;

import dev.cloche.run.HostFacts;
import java.util.Optional;

/**
 * What this Java and this machine mean for calls.
 *
 * @param java the version of Java
 * @param vm the name of the JVM
 * @param processors how many calls can run at the same time without slowing each other
 * @param heapBytes the most that the Java heap grows to
 * @param callMemoryBytes the sum of the memory limits that running calls may have
 * @param hugeMethodsCompiled whether methods above 8,000 bytes of code are compiled; empty where
 *     the JVM cannot be asked
 */
public record HostReport(
    String java,
    String vm,
    int processors,
    long heapBytes,
    long callMemoryBytes,
    Optional<Boolean> hugeMethodsCompiled) {

  /** Looks at this process. */
  public static HostReport current() {
    return HostFacts.report();
  }
}
