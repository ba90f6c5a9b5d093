package dev.cloche.fuzz;

import com.code_intelligence.jazzer.Jazzer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Runs the fuzzer in this JVM, or looks at one input without it.
 *
 * <p>{@code --folder=DIR} holds seeds, what was found to be interesting, and findings; {@code
 * --target=NAME} is a target, or all of them by turns if empty; {@code --duration=5m} or {@code
 * --runs=N} says when to end; {@code --input=FILE} shows and shrinks one input instead. Ends with
 * status 0, or 77 where there is a finding.
 */
public final class Fuzz {
  private static final int FINDING = 77;

  private static final String OURS = "dev.cloche.**";

  /** Ours, and what reads for us: for long runs, since it takes seconds to prepare. */
  private static final String ALL_READERS =
      OURS + ":com.dylibso.chicory.wasm.**:org.apache.commons.compress.archivers.**";

  private static final List<String> SANITIZERS =
      List.of(
          "BigDecimal",
          "ClojureLangHooks",
          "Deserialization",
          "ExpressionLanguageInjection",
          "FilePathTraversal",
          "LdapInjection",
          "NamingContextLookup",
          "OsCommandInjection",
          "ReflectiveCall",
          "RegexInjection",
          "RegexRoadblocks",
          "ScriptEngineInjection",
          "ServerSideRequestForgery",
          "SqlInjection",
          "TemplateInjection",
          "UnsafeSanitizer",
          "XPathInjection",
          "XmlParserSsrfGuidance");

  private final Map<String, String> options;
  private final Path folder;

  private Fuzz(Map<String, String> options) {
    this.options = options;
    this.folder = Path.of(option("folder"), option("target").isEmpty() ? "all" : option("target"));
  }

  /** See the class. */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    Map<String, String> options = new LinkedHashMap<>();
    for (String each : arguments) {
      int equals = each.indexOf('=');
      options.put(each.substring(2, equals), each.substring(equals + 1));
    }
    Fuzz fuzz = new Fuzz(options);
    if (fuzz.option("input").isEmpty()) {
      fuzz.run();
    } else {
      System.exit(fuzz.show(Path.of(fuzz.option("input"))));
    }
  }

  private String option(String name) {
    return options.getOrDefault(name, "");
  }

  private List<String> names() {
    return option("target").isEmpty() ? Targets.names() : List.of(option("target"));
  }

  private void run() throws IOException, InterruptedException {
    Path corpus = Files.createDirectories(folder.resolve("corpus"));
    Path seeds = Files.createDirectories(folder.resolve("seeds"));
    Path findings = Files.createDirectories(folder.resolve("findings"));
    writeSeeds(seeds);
    List<String> arguments = new ArrayList<>();
    arguments.add("--target_class=" + Fuzzing.class.getName());
    arguments.add("--target_args=" + String.join(" ", names()));
    String watched = option("runs").isEmpty() ? ALL_READERS : OURS;
    arguments.add("--instrumentation_includes=" + watched);
    arguments.add("--custom_hook_includes=" + watched);
    arguments.add("--disabled_hooks=" + sanitizers());
    arguments.add("--reproducer_path=" + findings);
    arguments.add("-artifact_prefix=" + findings + "/");
    arguments.add("-timeout=60");
    arguments.add("-rss_limit_mb=4096");
    arguments.add("-print_final_stats=1");
    if (option("runs").isEmpty()) {
      arguments.add("--max_duration=" + option("duration"));
    } else {
      arguments.add("-runs=" + option("runs"));
      arguments.add("-max_total_time=120"); // on a machine that has no time, fewer will do
      arguments.add("-seed=1");
    }
    arguments.add(corpus.toString());
    arguments.add(seeds.toString());
    Jazzer.main(arguments.toArray(String[]::new));
  }

  /** They take a second to start, and look for what no target does. */
  private static String sanitizers() {
    return String.join(
        ":",
        SANITIZERS.stream()
            .map(each -> "com.code_intelligence.jazzer.sanitizers." + each)
            .toList());
  }

  private void writeSeeds(Path into) throws IOException {
    List<String> names = names();
    for (int i = 0; i < names.size(); i++) {
      int number = 0;
      for (byte[] seed : Targets.named(names.get(i)).seeds()) {
        byte[] input = names.size() == 1 ? seed : chosen(i, seed);
        Files.write(into.resolve(names.get(i) + "-" + number++), input);
      }
    }
  }

  private static byte[] chosen(int target, byte[] seed) {
    byte[] input = new byte[seed.length + 1];
    input[0] = (byte) target;
    System.arraycopy(seed, 0, input, 1, seed.length);
    return input;
  }

  private int show(Path file) throws IOException {
    FuzzTarget target = Targets.named(option("target"));
    Optional<byte[]> smallest = Shrink.smallest(target, Files.readAllBytes(file));
    if (smallest.isEmpty()) {
      System.out.println("the input shows nothing");
      return 0;
    }
    byte[] input = smallest.get();
    Shrink.failure(target, input).ifPresent(Throwable::printStackTrace);
    System.out.println(input.length + " bytes are left:");
    System.out.println("  hex   " + HexFormat.ofDelimiter(" ").formatHex(input));
    System.out.println("  text  " + printable(input));
    return FINDING;
  }

  private static String printable(byte[] input) {
    StringBuilder text = new StringBuilder();
    for (char each : new String(input, StandardCharsets.ISO_8859_1).toCharArray()) {
      text.append(
          each >= ' ' && each <= '~' ? String.valueOf(each) : "\\x%02x".formatted((int) each));
    }
    return text.toString();
  }
}
