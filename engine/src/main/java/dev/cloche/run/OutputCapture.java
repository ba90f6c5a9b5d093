package dev.cloche.run;

import dev.cloche.Captured;
import dev.cloche.LimitKind;
import dev.cloche.wasi.GuestOutput;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;

/** One output stream of a call: kept for the outcome, copied on where the caller wants that. */
final class OutputCapture implements GuestOutput {

  /** What the streams of one call may take together. */
  static final class Allowance {
    private final long limit;
    private long used;

    Allowance(long limit) {
      this.limit = limit;
    }

    /** How much of {@code wanted} there is room for. */
    int take(int wanted) {
      int granted = (int) Math.min(wanted, limit - used);
      used += granted;
      return granted;
    }
  }

  private final Allowance allowance;
  private final @Nullable OutputStream copy;
  private final ByteArrayOutputStream kept = new ByteArrayOutputStream();

  OutputCapture(Allowance allowance, @Nullable OutputStream copy) {
    this.allowance = allowance;
    this.copy = copy;
  }

  /** Takes what fits; where not all does, ends the guest after it. */
  @Override
  public void write(byte[] buffer, int offset, int length) {
    int fits = allowance.take(length);
    kept.write(buffer, offset, fits);
    if (copy != null && fits > 0) {
      copyOn(copy, buffer, offset, fits);
    }
    if (fits < length) {
      throw GuestStop.limit(LimitKind.OUTPUT, allowance.used + (length - fits));
    }
  }

  private static void copyOn(OutputStream copy, byte[] buffer, int offset, int length) {
    try {
      copy.write(buffer, offset, length);
      copy.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  Captured captured() {
    return Captured.of(kept.toByteArray());
  }

  long size() {
    return kept.size();
  }
}
