package dev.cloche.adapter.spark;

import dev.cloche.Policy;
import java.io.IOException;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.SparkSession;

/** The Java of docs/embedding.md that is for Spark, compiled. */
final class SparkExample {

  Dataset<CallRow> calls(SparkSession spark, Dataset<String> records, Policy policy)
      throws IOException {
    ClocheFunction function =
        ClocheFunction.builder(ToolSource.bundled("jq"))
            .policy(policy)
            .counters(CallCounters.register(spark.sparkContext(), "jq"))
            .build();
    return records.map(function, CallRow.encoder());
  }
}
