package dev.cloche.adapter.spark;

import java.io.Serial;
import java.io.Serializable;
import org.apache.spark.SparkContext;
import org.apache.spark.util.LongAccumulator;

/**
 * What the calls of all workers used together, as accumulators, which Spark's pages show as well.
 *
 * <p>Read them on the driver after an action. As of all accumulators that transformations add to, a
 * task that Spark runs again counts again.
 */
public final class CallCounters implements Serializable {

  @Serial private static final long serialVersionUID = 1;

  private final LongAccumulator calls;
  private final LongAccumulator failures;
  private final LongAccumulator fuel;
  private final LongAccumulator wallMillis;

  private CallCounters(SparkContext context, String name) {
    this.calls = context.longAccumulator(name + ".calls");
    this.failures = context.longAccumulator(name + ".failures");
    this.fuel = context.longAccumulator(name + ".fuel");
    this.wallMillis = context.longAccumulator(name + ".wallMillis");
  }

  /**
   * Registers counters.
   *
   * @param name what their names begin with, such as the tool's
   */
  public static CallCounters register(SparkContext context, String name) {
    return new CallCounters(context, name);
  }

  void add(CallRow row) {
    calls.add(1L);
    failures.add(row.succeeded() ? 0L : 1L);
    fuel.add(row.getFuel());
    wallMillis.add(row.getWallMillis());
  }

  /** Returns how many calls were made. */
  public long calls() {
    return calls.sum();
  }

  /** Returns how many of them did not complete with status 0. */
  public long failures() {
    return failures.sum();
  }

  /** Returns the fuel that they used. */
  public long fuel() {
    return fuel.sum();
  }

  /** Returns the time that their guests ran, in milliseconds, each call rounded down. */
  public long wallMillis() {
    return wallMillis.sum();
  }
}
