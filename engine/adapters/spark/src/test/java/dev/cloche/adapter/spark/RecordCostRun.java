package dev.cloche.adapter.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.cloche.Call;
import dev.cloche.Engine;
import dev.cloche.Session;
import dev.cloche.Tool;
import dev.cloche.tools.BundledTools;
import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import org.apache.spark.api.java.function.MapFunction;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;

/**
 * Measures what a record costs, on one core: prints microseconds, the least of some rounds. No test
 * of a build, since its name does not end in one:
 *
 * <pre>mvn -pl engine/adapters/spark -am -Dtest=RecordCostRun test</pre>
 */
class RecordCostRun {

  private static final int RECORDS = 5_000;
  private static final int ROUNDS = 7;
  private static final String TEXT = "one two three";

  @FunctionalInterface
  private interface Work {
    void run() throws IOException;
  }

  private static void print(String what, Work work) throws IOException {
    long least = Long.MAX_VALUE;
    for (int i = 0; i < ROUNDS; i++) {
      long start = System.nanoTime();
      work.run();
      least = Math.min(least, System.nanoTime() - start);
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
