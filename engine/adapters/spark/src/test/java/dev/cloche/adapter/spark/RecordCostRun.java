package dev.cloche.adapter.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.sun.management.OperatingSystemMXBean;
import dev.cloche.Call;
import dev.cloche.Engine;
import dev.cloche.Session;
import dev.cloche.Tool;
import dev.cloche.tools.BundledTools;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import org.apache.spark.api.java.function.MapFunction;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * Measures what a record costs: prints microseconds of processor time, the least of some rounds. No
 * build runs it:
 *
 * <pre>mvn -pl engine/adapters/spark -am -Dtest=RecordCostRun -Dcloche.recordCost=true \
 *   -Dsurefire.failIfNoSpecifiedTests=false test</pre>
 */
@EnabledIfSystemProperty(named = "cloche.recordCost", matches = "true")
class RecordCostRun {

  private static final int RECORDS = 2_000;
  private static final int ROUNDS = 5;
  private static final String TEXT = "one two three";

  /** Processor time, of all threads: it hardly depends on what else the machine does. */
  private static final OperatingSystemMXBean PROCESS =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

  @FunctionalInterface
  private interface Work {
    void run() throws IOException;
  }

  private static void print(String what, Work work) throws IOException {
    long least = Long.MAX_VALUE;
    for (int i = 0; i < ROUNDS; i++) {
      long start = PROCESS.getProcessCpuTime();
      work.run();
      least = Math.min(least, PROCESS.getProcessCpuTime() - start);
    }
    System.out.printf(Locale.ROOT, "%-40s %8.1f us%n", what, least / 1_000.0 / RECORDS);
  }

  @Test
  void records() throws IOException {
    Tool wc = BundledTools.find("wc").orElseThrow().tool();
    ClocheFunction function = ClocheFunction.builder(ToolSource.bundled("wc")).stdin("-w").build();
    Call call = Call.builder().arguments("-w").stdin(TEXT).build();
    try (Engine engine = Engine.create();
        Session session = engine.openSession()) {
      print(
          "a call in one session",
          () -> {
            for (int i = 0; i < RECORDS; i++) {
              assertEquals("completed", session.call(wc, call).id());
            }
          });
    }
    print(
        "the function, a session for each record",
        () -> {
          for (int i = 0; i < RECORDS; i++) {
            assertEquals("completed", function.call(TEXT).getOutcome());
          }
        });
    overSpark(function);
  }

  private static void overSpark(ClocheFunction function) throws IOException {
    SparkSession spark =
        SparkSession.builder()
            .master("local[1]")
            .config("spark.ui.enabled", "false")
            .config("spark.driver.host", "127.0.0.1")
            .getOrCreate();
    try {
      List<String> texts = Collections.nCopies(RECORDS, TEXT);
      Dataset<String> records = spark.createDataset(texts, Encoders.STRING()).cache();
      CallRow same = function.call(TEXT);
      MapFunction<String, CallRow> nothing = record -> same;
      print("Spark, a row that is there already", () -> count(records, nothing));
      print("Spark, the function", () -> count(records, function));
    } finally {
      spark.stop();
    }
  }

  private static void count(Dataset<String> records, MapFunction<String, CallRow> function) {
    long completed =
        records.map(function, CallRow.encoder()).filter("outcome = 'completed'").count();
    assertEquals(RECORDS, completed);
  }
}
