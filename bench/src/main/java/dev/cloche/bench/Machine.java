package dev.cloche.bench;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * Where the figures come from.
 *
 * @param processor its name, or the architecture
 * @param cores how many the JVM may use
 * @param jdk version and vendor
 * @param load the load average of the last minute; negative where there is none
 */
record Machine(String processor, int cores, String jdk, double load) {

  static Machine current() {
    return new Machine(
        processorName(),
        Runtime.getRuntime().availableProcessors(),
        System.getProperty("java.vm.version") + " (" + System.getProperty("java.vendor") + ")",
        ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage());
  }

  private static String processorName() {
    try (Stream<String> lines = Files.lines(Path.of("/proc/cpuinfo"))) {
      return lines
          .filter(line -> line.startsWith("model name"))
          .map(line -> line.substring(line.indexOf(':') + 1).strip())
          .findFirst()
          .orElse(System.getProperty("os.arch"));
    } catch (IOException notLinux) {
      return System.getProperty("os.arch");
    }
  }

  @Override
  public String toString() {
    return String.format(
        Locale.ROOT, "%s, %d cores, load before %.1f; JDK %s", processor, cores, load, jdk);
  }
}
