package dev.cloche.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cloche.run.Differential.Subject;
import dev.cloche.run.Differential.Verdict;
import dev.cloche.run.RandomModules.Features;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Random modules do the same in every way in which they are run, and in V8.
 *
 * <p>{@code -Dcloche.differential=N} tests N modules, {@code -Dcloche.differential.first=SEED}
 * begins with another seed. Modules that differ are kept in {@code target/differential}.
 */
@Tag("one-jdk")
class DifferentialTest {

  /** Few enough for every build; more are run in every way. */
  private static final int USUAL = 100;

  private static final int COUNT = Integer.getInteger("cloche.differential", USUAL);
  private static final int FIRST = Integer.getInteger("cloche.differential.first", 0);
  private static final int BATCH = 200;

  @TempDir Path scratch;

  @BeforeAll
  static void needsPrograms() {
    TestPrograms.require("wasm-opt", "node");
  }

  @Test
  @Timeout(36_000)
  void generatedModules_inEveryWay_doTheSame() throws Exception {
    Tally tally = new Tally();
    for (int seed = FIRST; seed < FIRST + COUNT; seed += BATCH) {
      batch(seed, Math.min(seed + BATCH, FIRST + COUNT), tally);
    }
    System.out.println(tally);
    assertEquals(List.of(), tally.ours, "kept in target/differential");
    assertTrue(tally.traps > COUNT / 2 && tally.results > COUNT, tally.toString());
  }

  private boolean differs(Subject subject) throws Exception {
    return Differential.judge(scratch, subject).ours().isPresent();
  }

  private static void keep(Subject subject) throws IOException {
    Path folder = Files.createDirectories(Path.of("target/differential"));
    Files.write(folder.resolve(subject.name() + ".wasm"), subject.wasm());
    Files.writeString(folder.resolve(subject.name() + ".calls"), subject.script());
  }

  private void batch(int from, int to, Tally tally) throws Exception {
    List<Subject> subjects = new ArrayList<>();
    for (int seed = from; seed < to; seed++) {
      subjects.add(Subject.of("seed-" + seed, RandomModules.of(scratch, seed), seed));
    }
    List<List<String>> v8 = Differential.inV8(scratch.resolve("batch-" + from), subjects);
    for (int i = 0; i < subjects.size(); i++) {
      Subject subject = subjects.get(i);
      Verdict verdict =
          Differential.judge(Differential.here(subject, opinions(from + i)), v8.get(i));
      tally.add(subject, Features.ofSeed(from + i), verdict);
      if (verdict.ours().isPresent()) {
        keep(subject);
        keep(new Shrinker(scratch, from + i, 200, this::differs).shrink());
      }
    }
  }

  /** Metered ones always; of the other four one in turn, or all. */
  private static Set<Opinion> opinions(int seed) {
    if (COUNT != USUAL) {
      return EnumSet.allOf(Opinion.class);
    }
    Opinion[] all = Opinion.values();
    Opinion other = all[2 + seed / Features.values().length % (all.length - 2)];
    return EnumSet.of(Opinion.METERED_INTERPRETED, Opinion.METERED_COMPILED, other);
  }

  private static Subject subject(String name, String body) {
    String text =
        """
        (module
          (import "fuzzing-support" "log-f32" (func $log (param f32)))
          (global (mut f64) (f64.const 0.25)) (memory (export "memory") 2)
          (func (export "hangLimitInitializer"))
          (func (export "f") (param i32 i64 f32 f64) (result f32)
            (call $log (f32.const -0.5)) %s))
        """;
    return Subject.of(name, Wat.wasm(text.formatted(body)), 1);
  }

  @Test
  void wayThatDiffers_isFound() throws Exception {
    String[] bodies = {
      "(f32.const 1.5)",
      "(f32.const -1.5)",
      "(call $log (f32.const 2)) (f32.const 1.5)",
      "(unreachable)",
      "(f32.load (i32.const -1))",
      "(i32.store8 (i32.const 70000) (i32.const 1)) (f32.const 1.5)",
      "(drop (memory.grow (i32.const 1))) (f32.const 1.5)",
      "(global.set 0 (f64.const 3)) (f32.const 1.5)"
    };
    List<Subject> subjects = new ArrayList<>();
    for (String body : bodies) {
      subjects.add(subject("control-" + subjects.size(), body));
    }
    List<List<String>> v8 = Differential.inV8(scratch, subjects);
    List<Map<Opinion, Behaviour>> here = new ArrayList<>();
    for (Subject subject : subjects) {
      here.add(Differential.here(subject, EnumSet.allOf(Opinion.class)));
    }
    for (int i = 0; i < bodies.length; i++) {
      for (int j = 0; j < bodies.length; j++) {
        Verdict ours = Differential.judge(here.get(i), v8.get(j));
        assertEquals(i == j, ours.ours().isEmpty(), bodies[i] + " in V8 " + bodies[j]);
        assertEquals(Optional.empty(), ours.chicorys());
        for (Opinion opinion : Opinion.values()) {
          Map<Opinion, Behaviour> mixed = new EnumMap<>(here.get(i));
          mixed.put(opinion, here.get(j).get(opinion));
          Verdict verdict = Differential.judge(mixed, v8.get(i));
          String what = bodies[i] + ", " + opinion + " " + bodies[j];
          assertEquals(i == j || !opinion.isOurs(), verdict.ours().isEmpty(), what);
          assertTrue(i == j || verdict.ours().isPresent() || verdict.chicorys().isPresent(), what);
        }
      }
    }
  }

  @Test
  void shrinker_anyModule_keepsWhatItShows() throws Exception {
    Shrinker.Shows calls = subject -> subject.calls().size() >= 2;
    Subject whole = Subject.of("whole", RandomModules.of(scratch, 2), 2);
    Subject small = new Shrinker(scratch, 2, 40, calls).shrink();
    assertTrue(calls.test(small));
    assertTrue(small.wasm().length < whole.wasm().length / 2, small.wasm().length + " bytes");
  }

  /** What was found in all modules. */
  private static final class Tally {
    final List<String> ours = new ArrayList<>();
    final List<String> chicorys = new ArrayList<>();
    int traps;
    int results;

    void add(Subject subject, Features features, Verdict verdict) {
      traps += verdict.traps();
      results += verdict.results();
      if (verdict.ours().isPresent()) {
        ours.add(subject.name() + ": " + verdict.ours().get());
      } else if (verdict.chicorys().isPresent()) {
        chicorys.add(subject.name() + ", " + features + ": " + verdict.chicorys().get());
      }
    }

    @Override
    public String toString() {
      return "%d results, %d traps; Chicory alone differs in %d modules: %s"
          .formatted(results, traps, chicorys.size(), String.join("; ", chicorys));
    }
  }
}
