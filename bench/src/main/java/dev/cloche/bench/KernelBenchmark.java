package dev.cloche.bench;

import java.util.concurrent.TimeUnit;
import java.util.function.IntUnaryOperator;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** One call of a kernel on a live instance, its checksum compared each time. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
public class KernelBenchmark {

  /** What runs; JMH gives the values. */
  @Param public Kernel row = Kernel.FIB;

  /** How it runs; JMH gives the values. */
  @Param public Column column = Column.METERED;

  private IntUnaryOperator run = n -> 0;
  private Kernel.Work work = Kernel.FIB.full();

  /** Loads the kernel. */
  @Setup
  public void load() {
    run = column.load(row.wasm().orElseThrow());
    work = column.work(row);
  }

  /** Calls the kernel. */
  @Benchmark
  public int call(ProcessorTime time) {
    time.start();
    int answer = run.applyAsInt(work.n());
    time.stop();
    if (answer != work.checksum()) {
      throw new IllegalStateException(row + " in " + column + " answered " + answer);
    }
    return answer;
  }
}
