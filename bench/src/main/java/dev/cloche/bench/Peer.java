package dev.cloche.bench;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * What runs a kernel in a process of its own and measures there. Such a program is given {@code N
 * CHECKSUM WARMUP_MS ITERATIONS ITERATION_MS} and prints a line for each iteration: the
 * milliseconds of processor time of one call.
 *
 * @param command the program and its first arguments
 */
record Peer(List<String> command) {

  /** What a peer may take for all its iterations. */
  private static final long TIMEOUT_MINUTES = 10;

  Peer {
    command = List.copyOf(command);
  }

  /**
   * What runs a kernel in a column.
   *
   * @throws MissingException if this machine does not have it
   */
  static Peer of(Column column, Kernel kernel) throws MissingException {
    return switch (column) {
      case EXTISM -> java("extism", "ExtismPeer", kernel.plugin(), List.of(Programs.thisJava()));
      case GRAAL -> graal(kernel);
      case QUICKJS4J ->
          java("quickjs4j", "QuickJs4jPeer", Kernel.script(), List.of(Programs.thisJava()));
      case V8 -> v8(kernel);
      case NATIVE -> existing(kernel.nativeProgram());
      case METERED, PLAIN, STOCK, STOCK_ARRAY, INTERPRETED ->
          throw new IllegalArgumentException(column + " runs in JMH");
    };
  }

  /**
   * What calls {@code 1 + 1} in quickjs4j, by the clock on the wall.
   *
   * @throws MissingException if it is not built
   */
  static Peer scriptCalls() throws MissingException {
    Path script = BuildFiles.classes().resolve(Path.of("peers", "sum.js"));
    return java(
        "quickjs4j",
        "QuickJs4jPeer",
        script,
        List.of(Programs.thisJava(), "-D" + JavaPeer.WALL + "=true"));
  }

  private static Peer v8(Kernel kernel) throws MissingException {
    Path script = BuildFiles.classes().resolve(Path.of("peers", "node.mjs"));
    return new Peer(List.of(Programs.find("node"), script.toString(), kernel.module().toString()));
  }

  private static Peer graal(Kernel kernel) throws MissingException {
    // Truffle wants it, and the JDK would warn.
    List<String> java = List.of(Programs.newestJava(21), "--enable-native-access=ALL-UNNAMED");
    return java("graal", "GraalPeer", kernel.module(), java);
  }

  private static Peer java(String peer, String main, Path module, List<String> java)
      throws MissingException {
    Path target = BuildFiles.module().resolve(Path.of("peers", peer, "target"));
    if (!Files.isDirectory(target.resolve("lib"))) {
      throw new MissingException("the peer " + peer + " is not built");
    }
    String classPath =
        String.join(
            File.pathSeparator,
            BuildFiles.classes().toString(),
            target.resolve("classes").toString(),
            target.resolve("lib") + File.separator + "*");
    List<String> command = new ArrayList<>(java);
    command.addAll(List.of("-XX:-DontCompileHugeMethods", "-Xmx1g", "-cp", classPath));
    command.addAll(List.of(JavaPeer.class.getName(), "dev.cloche.bench.peer." + main));
    command.add(module.toString());
    return new Peer(command);
  }

  private static Peer existing(Path program) throws MissingException {
    if (!Files.isExecutable(program)) {
      throw new MissingException("the program " + program.getFileName() + " is not built");
    }
    return new Peer(List.of(program.toString()));
  }

  /** Measures. */
  Samples measure(Kernel.Work work, Plan.Pace pace) {
    List<String> all = new ArrayList<>(command);
    Stream.of(
            Integer.toUnsignedString(work.n()),
            Integer.toUnsignedString(work.checksum()),
            Long.toString(pace.warmup().toMillis()),
            Integer.toString(pace.iterations()),
            Long.toString(pace.iteration().toMillis()))
        .forEach(all::add);
    return Samples.of(run(all).lines().mapToDouble(Double::parseDouble).toArray());
  }

  private static String run(List<String> command) {
    try {
      Process process =
          new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
      process.getOutputStream().close();
      String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (!process.waitFor(TIMEOUT_MINUTES, TimeUnit.MINUTES) || process.exitValue() != 0) {
        process.destroyForcibly();
        throw new IllegalStateException("failed: " + String.join(" ", command));
      }
      return output;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
