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
import java.util.EnumSet;
import java.util.List;
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
  private static final int USUAL = 200;

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

  /** What was found in all modules. */
  private static final class Tally {
    final List<String> ours = new ArrayList<>();
    final List<String> chicorys = new ArrayList<>();
    int traps;
    int results;

    void add(Subject subject, Features features, Verdict verdict) throws IOException {
      traps += verdict.traps();
      results += verdict.results();
      if (verdict.ours().isPresent()) {
        keep(subject);
        ours.add(subject.name() + ": " + verdict.ours().get());
      } else if (verdict.chicorys().isPresent()) {
        chicorys.add(subject.name() + ", " + features + ": " + verdict.chicorys().get());
      }
    }

    private static void keep(Subject subject) throws IOException {
      Path folder = Files.createDirectories(Path.of("target/differential"));
      Files.write(folder.resolve(subject.name() + ".wasm"), subject.wasm());
    }

    @Override
    public String toString() {
      return "%d results, %d traps; Chicory alone differs in %d modules: %s"
          .formatted(results, traps, chicorys.size(), String.join("; ", chicorys));
    }
  }
}
