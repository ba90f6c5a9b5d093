package dev.cloche.run;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.dylibso.chicory.wasm.WasmModule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Compares what modules do in every way in which they are run: six in this JVM, and V8.
 *
 * <p><b>Judgement.</b> The engine's four ways and V8 have to agree, and fuel has to be the same in
 * both that count it. Where Chicory as it comes is alone with what it does, that is a finding about
 * Chicory.
 *
 * <p><b>What is compared.</b> Results, arguments of logged calls and globals by their bits, all
 * NaNs alike; traps by kind, towards V8 by the kinds that it tells apart; memory by a digest of
 * each page.
 */
final class Differential {

  /** A module under a name, with the calls to make. */
  @SuppressWarnings("ArrayRecordComponent") // Nobody compares subjects.
  record Subject(String name, byte[] wasm, List<Invocation> calls) {

    /** All exported functions, with arguments by a seed. */
    static Subject of(String name, byte[] wasm, long seed) {
      byte[] exposed = ExposedModule.of(wasm);
      return new Subject(name, exposed, Invocation.all(ExposedModule.parse(exposed), seed));
    }

    /** For {@code behaviour.mjs}. */
    String script() {
      WasmModule module = ExposedModule.parse(wasm);
      String globals =
          IntStream.range(0, module.globalSection().globalCount())
              .mapToObj(i -> " " + Bits.name(module.globalSection().getGlobal(i).valueType()))
              .collect(Collectors.joining("", "globals", "\n"));
      return calls.stream().map(Invocation::line).collect(Collectors.joining("\n", globals, "\n"));
    }
  }

  /** Where two disagree. */
  record Difference(String who, String one, String other) {

    static Optional<Difference> between(String who, List<String> expected, List<String> actual) {
      for (int i = 0; i < Math.max(expected.size(), actual.size()); i++) {
        String one = i < expected.size() ? expected.get(i) : "nothing more";
        String other = i < actual.size() ? actual.get(i) : "nothing more";
        if (!one.equals(other)) {
          return Optional.of(new Difference(who, one, other));
        }
      }
      return Optional.empty();
    }

    @Override
    public String toString() {
      return who + ": " + one + " | " + other;
    }
  }

  /**
   * What was found out about one module.
   *
   * @param ours that the engine is at fault
   * @param chicorys that Chicory as it comes does other than the engine and V8
   */
  record Verdict(
      Optional<Difference> ours, Optional<Difference> chicorys, int traps, int results) {}

  private Differential() {}

  /** Has V8 run modules, all in one process; returns their lines in the order of the subjects. */
  static List<List<String>> inV8(Path folder, List<Subject> subjects)
      throws IOException, InterruptedException {
    Files.createDirectories(folder);
    for (Subject subject : subjects) {
      Files.write(folder.resolve(subject.name + ".wasm"), subject.wasm);
      Files.writeString(folder.resolve(subject.name + ".calls"), subject.script());
    }
    List<String> command = List.of("node", "src/test/js/behaviour.mjs", folder.toString());
    assertEquals(0, TestPrograms.run(command), String.join(" ", command));
    List<List<String>> all = new java.util.ArrayList<>();
    for (Subject subject : subjects) {
      all.add(Files.readAllLines(folder.resolve(subject.name + ".v8")));
    }
    return all;
  }

  /** Runs a module in some ways in this JVM, the metered ones among them. */
  static Map<Opinion, Behaviour> here(Subject subject, Set<Opinion> opinions) {
    Map<Opinion, Behaviour> all = new EnumMap<>(Opinion.class);
    for (Opinion opinion : opinions) {
      all.put(opinion, Behaviour.of(opinion, subject.wasm, subject.calls));
    }
    return all;
  }

  static Verdict judge(Map<Opinion, Behaviour> here, List<String> v8) {
    Behaviour first = here.get(Opinion.METERED_INTERPRETED);
    Optional<Difference> ours =
        fuel(first, here.get(Opinion.METERED_COMPILED))
            .or(() -> among(here, first, true))
            .or(() -> Difference.between("metered, V8", first.coarse(), v8));
    int traps = (int) first.lines().stream().filter(line -> line.contains(" traps ")).count();
    return new Verdict(ours, among(here, first, false), traps, first.fuel().size() - traps);
  }

  private static Optional<Difference> fuel(Behaviour one, Behaviour other) {
    List<String> left = one.fuel().stream().map(each -> "fuel " + each).toList();
    List<String> right = other.fuel().stream().map(each -> "fuel " + each).toList();
    return Difference.between("metered interpreted, compiled", left, right);
  }

  private static Optional<Difference> among(
      Map<Opinion, Behaviour> here, Behaviour first, boolean ours) {
    return here.entrySet().stream()
        .filter(entry -> entry.getKey().isOurs() == ours)
        .flatMap(
            entry ->
                Difference.between(
                    "metered interpreted, " + entry.getKey(),
                    first.lines(),
                    entry.getValue().lines())
                    .stream())
        .findFirst();
  }

  /** Judges one module by itself. */
  static Verdict judge(Path scratch, Subject subject) throws IOException, InterruptedException {
    Set<Opinion> all = EnumSet.allOf(Opinion.class);
    return judge(here(subject, all), inV8(scratch.resolve("one"), List.of(subject)).get(0));
  }
}
