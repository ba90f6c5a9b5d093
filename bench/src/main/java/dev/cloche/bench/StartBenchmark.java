package dev.cloche.bench;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.CompilerControl;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** A batch of instances or calls. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class StartBenchmark {

  /** What is done; JMH gives the values. */
  @Param public StartWork row = StartWork.EMPTY_INSTANCE;

  /** By whom; JMH gives the values. */
  @Param public StartColumn column = StartColumn.CLOCHE;

  private Runnable once = () -> {};

  /** Loads the module. */
  @Setup
  public void load() {
    once = row.load(column);
  }

  /** Does it. */
  @Benchmark
  public void batch(ProcessorTime time) {
    if (row.isByTheClock()) {
      long start = System.nanoTime();
      repeat();
      time.add(System.nanoTime() - start, row.batch());
    } else {
      time.start();
      repeat();
      time.stop(row.batch());
    }
  }

  private void repeat() {
    for (int i = row.batch(); i > 0; i--) {
      single();
    }
  }

  /** Not inlined: a loop around a call that does nothing is nothing. */
  @CompilerControl(CompilerControl.Mode.DONT_INLINE)
  void single() {
    once.run();
  }
}
