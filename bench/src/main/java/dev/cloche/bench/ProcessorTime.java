package dev.cloche.bench;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/**
 * What the calls of an iteration took of the processor.
 *
 * <p>A kernel is one thread that never waits, so its processor time is its time on an idle machine,
 * nearly: what runs beside it still shares caches and cores' units. The time that passed, which JMH
 * measures, would grow with every other process.
 */
@State(Scope.Thread)
@AuxCounters(AuxCounters.Type.EVENTS)
public class ProcessorTime {

  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  /** Nanoseconds of this thread, in all calls; JMH sets it to zero for each iteration. */
  public long nanos;

  /** How many calls there were. */
  public long calls;

  private long start;

  void start() {
    start = THREADS.getCurrentThreadCpuTime();
  }

  void stop() {
    stop(1);
  }

  /** Adds calls whose time was measured by another clock. */
  void add(long nanosPassed, int callsMade) {
    nanos += nanosPassed;
    calls += callsMade;
  }

  /** Ends a stretch that was so many calls: too short, each, to be timed alone. */
  void stop(int callsMade) {
    nanos += THREADS.getCurrentThreadCpuTime() - start;
    calls += callsMade;
  }
}
