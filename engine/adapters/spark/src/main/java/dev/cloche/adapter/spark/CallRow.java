package dev.cloche.adapter.spark;

import dev.cloche.Outcome;
import dev.cloche.StructuredResult;
import java.io.Serial;
import java.io.Serializable;
import org.apache.spark.sql.Encoder;
import org.apache.spark.sql.Encoders;
import org.jspecify.annotations.Nullable;

/**
 * What came of one record: a row, whatever happened. It is a bean, as Spark's encoders want it.
 *
 * <p>The columns: {@code record} as it went in; {@code outcome}, one of {@code completed}, {@code
 * limit-exceeded}, {@code denied}, {@code trapped}, {@code refused}, {@code cancelled}, {@code
 * host-fault}; {@code exit}, of a completed call alone; {@code stdout} and {@code stderr} as text,
 * where what is not UTF-8 is U+FFFD; {@code result}, the output as JSON where the tool describes it
 * and it is valid; {@code message}; {@code fuel}, {@code wallMillis} and {@code memoryBytes}.
 */
public final class CallRow implements Serializable {

  @Serial private static final long serialVersionUID = 1;

  private @Nullable String record;
  private String outcome = "";
  private @Nullable Integer exit;
  private String stdout = "";
  private String stderr = "";
  private @Nullable String result;
  private String message = "";
  private long fuel;
  private long wallMillis;
  private long memoryBytes;

  /** Makes an empty row, for the encoder. */
  public CallRow() {}

  static CallRow of(@Nullable String record, Outcome outcome, StructuredResult result) {
    CallRow row = new CallRow();
    row.record = record;
    row.outcome = outcome.id();
    row.exit = outcome instanceof Outcome.Completed completed ? completed.exitStatus() : null;
    row.stdout = outcome.stdout().text();
    row.stderr = outcome.stderr().text();
    row.result = result.json().orElse(null);
    row.message =
        result.problems().isEmpty()
            ? outcome.message()
            : "the output is not what the tool describes: " + result.problems().get(0);
    row.fuel = outcome.usage().fuel();
    row.wallMillis = outcome.usage().wall().toMillis();
    row.memoryBytes = outcome.usage().memoryBytes();
    return row;
  }

  /** Returns the encoder of rows. */
  public static Encoder<CallRow> encoder() {
    return Encoders.bean(CallRow.class);
  }

  /** Whether the call completed with status 0. */
  boolean succeeded() {
    return exit != null && exit == 0;
  }

  /** Returns what went in. */
  public @Nullable String getRecord() {
    return record;
  }

  /** Sets what went in. */
  public void setRecord(@Nullable String value) {
    this.record = value;
  }

  /** Returns how the call ended. */
  public String getOutcome() {
    return outcome;
  }

  /** Sets how the call ended. */
  public void setOutcome(String value) {
    this.outcome = value;
  }

  /** Returns the exit status, of a completed call. */
  public @Nullable Integer getExit() {
    return exit;
  }

  /** Sets the exit status, of a completed call. */
  public void setExit(@Nullable Integer value) {
    this.exit = value;
  }

  /** Returns standard output. */
  public String getStdout() {
    return stdout;
  }

  /** Sets standard output. */
  public void setStdout(String value) {
    this.stdout = value;
  }

  /** Returns standard error. */
  public String getStderr() {
    return stderr;
  }

  /** Sets standard error. */
  public void setStderr(String value) {
    this.stderr = value;
  }

  /** Returns the output as JSON, where the tool describes it. */
  public @Nullable String getResult() {
    return result;
  }

  /** Sets the output as JSON, where the tool describes it. */
  public void setResult(@Nullable String value) {
    this.result = value;
  }

  /** Returns how the call ended, in words. */
  public String getMessage() {
    return message;
  }

  /** Sets how the call ended, in words. */
  public void setMessage(String value) {
    this.message = value;
  }

  /** Returns the fuel that was used. */
  public long getFuel() {
    return fuel;
  }

  /** Sets the fuel that was used. */
  public void setFuel(long value) {
    this.fuel = value;
  }

  /** Returns the time from the guest's start to its end, in milliseconds. */
  public long getWallMillis() {
    return wallMillis;
  }

  /** Sets the time from the guest's start to its end, in milliseconds. */
  public void setWallMillis(long value) {
    this.wallMillis = value;
  }

  /** Returns linear memory at its largest, in bytes. */
  public long getMemoryBytes() {
    return memoryBytes;
  }

  /** Sets linear memory at its largest, in bytes. */
  public void setMemoryBytes(long value) {
    this.memoryBytes = value;
  }
}
