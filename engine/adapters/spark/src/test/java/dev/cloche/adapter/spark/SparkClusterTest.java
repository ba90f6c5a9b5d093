package dev.cloche.adapter.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.cloche.Limits;
import dev.cloche.Policy;
import dev.cloche.Tool;
import dev.cloche.tools.BundledTools;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.spark.SparkException;
import org.apache.spark.api.java.function.MapFunction;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A cluster of two workers, each executor in a JVM of its own. */
@Tag("one-jdk")
class SparkClusterTest {

  private static final int RECORDS = 20;

  private static final Policy POLICY =
      Policy.builder().limits(Limits.builder().fuel(20_000_000).build()).build();

  private static SparkSession spark;

  @BeforeAll
  static void start() throws IOException {
    assumeTrue(BundledTools.find("jq").orElseThrow().isBuilt(), BundledTools.HOW_TO_BUILD);
    Path home = Path.of(System.getenv("SPARK_HOME"));
    Files.createDirectories(home.resolve("jars"));
    String classPath =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    spark =
        SparkSession.builder()
            .master("local-cluster[2,1,1024]")
            .config("spark.executor.memory", "768m")
            .config("spark.executor.extraClassPath", classPath)
            .config("spark.executor.extraJavaOptions", "-XX:TieredStopAtLevel=1")
            .config("spark.sql.codegen.wholeStage", "false")
            .config("spark.driver.host", "127.0.0.1")
            .config("spark.driver.bindAddress", "127.0.0.1")
            .config("spark.ui.enabled", "false")
            .config("spark.sql.shuffle.partitions", "2")
            .config("spark.local.dir", home.resolve("local").toString())
            .config("spark.sql.warehouse.dir", home.resolve("warehouse").toUri().toString())
            .config("spark.scheduler.minRegisteredResourcesRatio", "1.0")
            .config("spark.scheduler.maxRegisteredResourcesWaitingTime", "90s")
            .config("spark.task.maxFailures", "1")
            .getOrCreate();
  }

  @AfterAll
  static void stop() {
    if (spark != null) {
      spark.stop();
    }
  }

  /** Every tenth record is no input, every tenth a program that never ends. */
  private static Dataset<String> records() {
    List<String> records = new ArrayList<>();
    for (int i = 0; i < RECORDS; i++) {
      String filter =
          switch (i % 10) {
            case 3 -> "7";
            case 7 -> "\"[range(1e7)]|length\"";
            default -> "\". * 2\"";
          };
      records.add("{\"filter\":" + filter + ",\"json\":" + i + "}");
    }
    return spark.createDataset(records, Encoders.STRING()).repartition(2);
  }

  private static ClocheFunction.Builder jq() {
    return ClocheFunction.builder(ToolSource.bundled("jq")).policy(POLICY);
  }

  @Test
  void map_overADataset_givesARowForEachRecordAndCountsFuel() throws IOException {
    CallCounters counters = CallCounters.register(spark.sparkContext(), "jq");
    ClocheFunction counted = jq().counters(counters).build();
    List<CallRow> rows = records().map(counted, CallRow.encoder()).collectAsList();
    ClocheFunction here = jq().build();

    assertEquals(RECORDS, rows.size());
    assertEquals(RECORDS / 10, count(rows, "refused"));
    assertEquals(RECORDS / 10, count(rows, "limit-exceeded"));
    long sum = 0;
    for (CallRow row : rows) {
      sum += row.getOutcome().equals("completed") ? Long.parseLong(row.getStdout().strip()) : 0;
      assertEquals(here.call(row.getRecord()).getFuel(), row.getFuel(), row.getRecord());
    }
    assertEquals(2 * (RECORDS * (RECORDS - 1) / 2 - 3 - 7 - 13 - 17), sum);
    assertEquals(RECORDS, counters.calls());
    assertEquals(RECORDS / 5, counters.failures());
    assertEquals(rows.stream().mapToLong(CallRow::getFuel).sum(), counters.fuel());
  }

  private static long count(List<CallRow> rows, String outcome) {
    return rows.stream().filter(row -> row.getOutcome().equals(outcome)).count();
  }

  @Test
  void rows_areATable() throws IOException {
    Row first =
        new SparkExample()
            .calls(spark, records(), POLICY)
            .toDF()
            .groupBy("outcome")
            .count()
            .filter("outcome = 'completed'")
            .first();

    assertEquals(RECORDS * 8L / 10, first.getLong(1));
  }

  @Test
  void workers_areOtherJvmsThanTheDriver() throws IOException {
    ClocheFunction function = jq().build();
    MapFunction<String, Long> where =
        record -> {
          CallRow row = function.call(record);
          return row.getOutcome().isEmpty() ? 0 : ProcessHandle.current().pid();
        };
    Set<Long> processes = new HashSet<>(records().map(where, Encoders.LONG()).collectAsList());

    assertEquals(2, processes.size());
    assertFalse(processes.contains(ProcessHandle.current().pid()));
  }

  /** What the driver has and the workers have is told apart by the environment of an executor. */
  @Test
  void worker_withAnotherTool_failsTheJob() throws IOException {
    long driver = ProcessHandle.current().pid();
    ToolSource differing =
        () ->
            ProcessHandle.current().pid() == driver
                ? BundledTools.find("jq").orElseThrow().tool()
                : Tool.of("jq", new byte[] {0, 'a', 's', 'm', 1, 0, 0, 0});
    Dataset<CallRow> rows =
        records().map(ClocheFunction.builder(differing).build(), CallRow.encoder());

    SparkException thrown = assertThrows(SparkException.class, rows::collectAsList);
    assertTrue(String.valueOf(thrown.getMessage()).contains("digest"), thrown.getMessage());
  }
}
