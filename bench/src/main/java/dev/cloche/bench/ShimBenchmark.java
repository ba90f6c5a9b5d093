package dev.cloche.bench;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** Some calls of host functions by one guest, every answer checked. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
public class ShimBenchmark {

  /** What the guest does; JMH gives the values. */
  @Param public ShimWork row = ShimWork.READ;

  /** Whose functions it calls; JMH gives the values. */
  @Param public ShimColumn column = ShimColumn.CLOCHE;

  private ShimTree tree = ShimColumn.CLOCHE.tree();
  private ShimTask task = () -> 0;

  /** Fills the tree. */
  @Setup
  public void fill() {
    tree.close();
    tree = column.tree();
    task = row.prepare(tree, row.size());
  }

  /** Lets the tree go. */
  @TearDown
  public void close() {
    tree.close();
  }

  /** Makes the calls. */
  @Benchmark
  public int calls(ProcessorTime time) {
    time.start();
    int made = task.run();
    time.stop(made);
    task.check();
    return made;
  }
}
