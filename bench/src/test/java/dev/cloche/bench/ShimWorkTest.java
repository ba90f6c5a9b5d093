package dev.cloche.bench;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every work is done by every shim, twice on one tree, and checks itself. Measures nothing. */
class ShimWorkTest {

  @ParameterizedTest
  @EnumSource
  void run_anyShim_answersAsExpected(ShimWork work) {
    for (ShimColumn column : ShimColumn.values()) {
      try (ShimTree tree = column.tree()) {
        ShimTask task = work.prepare(tree, work.smallSize());
        assertTrue(task.run() > 0, column.heading());
        task.check();
        assertTrue(task.run() > 0, column.heading() + ", again");
        task.check();
      }
    }
  }
}
