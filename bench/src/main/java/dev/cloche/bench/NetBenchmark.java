package dev.cloche.bench;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
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

/**
 * A batch of requests to a server of this JVM, in processor time of all its threads: several work
 * for each request, and the clock on the wall would count what other processes do meanwhile.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
public class NetBenchmark {

  /** Counts in steps of 10 ms; over an iteration what is lost at one end is gained at the other. */
  private static final OperatingSystemMXBean PROCESS =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

  /** What is fetched; JMH gives the values. */
  @Param public NetWork row = NetWork.SMALL;

  /** Who fetches; JMH gives the values. */
  @Param public NetColumn column = NetColumn.CLIENT;

  private NetServer server = NetServer.start(0);
  private NetTask task = NetColumn.CLIENT.task(server, 0);

  /** Starts the server. */
  @Setup
  public void start() {
    stop();
    server = NetServer.start(row.bytes());
    task = column.task(server, row.batch());
  }

  /** Stops it. */
  @TearDown
  public void stop() {
    task.close();
    server.close();
  }

  /** Fetches. */
  @Benchmark
  public void batch(ProcessorTime time) {
    long start = PROCESS.getProcessCpuTime();
    task.run();
    time.add(PROCESS.getProcessCpuTime() - start, row.batch());
  }
}
