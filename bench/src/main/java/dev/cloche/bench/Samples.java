package dev.cloche.bench;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Times of one row in one column, in milliseconds for each call, one for each iteration.
 *
 * <p>Medians, since what else runs on the machine makes single iterations slower and none faster.
 */
final class Samples {

  private final double[] sorted;

  private Samples(double[] sorted) {
    this.sorted = sorted;
  }

  static Samples of(double... times) {
    if (times.length == 0) {
      throw new IllegalArgumentException("no times were measured");
    }
    double[] sorted = times.clone();
    Arrays.sort(sorted);
    return new Samples(sorted);
  }

  /** These and the others, of another round. */
  Samples and(Samples others) {
    double[] all = Arrays.copyOf(sorted, sorted.length + others.sorted.length);
    System.arraycopy(others.sorted, 0, all, sorted.length, others.sorted.length);
    return of(all);
  }

  /** These times, each so many times as long. */
  Samples times(double factor) {
    return of(Arrays.stream(sorted).map(time -> time * factor).toArray());
  }

  /** How many. */
  int size() {
    return sorted.length;
  }

  double median() {
    return quantile(0.5);
  }

  /** Half the distance between the quartiles. */
  double error() {
    return (quantile(0.75) - quantile(0.25)) / 2;
  }

  /** The value below which the given part of the times lies, between 0 and 1. */
  double quantile(double part) {
    double at = part * (sorted.length - 1);
    int below = (int) at;
    int above = Math.min(below + 1, sorted.length - 1);
    return sorted[below] + (at - below) * (sorted[above] - sorted[below]);
  }

  /** Median and error, to a tenth. */
  @Override
  public String toString() {
    return String.format(Locale.ROOT, "%.1f ± %.1f", median(), error());
  }

  /** How many times as long as {@code base} these took. */
  Ratio over(Samples base) {
    double ratio = median() / base.median();
    double relative = Math.hypot(error() / median(), base.error() / base.median());
    return new Ratio(ratio, ratio * relative);
  }

  /**
   * A quotient of two medians.
   *
   * @param value the quotient
   * @param error what the errors of both make of it
   */
  record Ratio(double value, double error) {

    /** The geometric mean of at least one; its error is what theirs make of it. */
    static Ratio mean(List<Ratio> ratios) {
      double log = ratios.stream().mapToDouble(r -> Math.log(r.value)).average().orElseThrow();
      double squares = ratios.stream().mapToDouble(r -> r.relative() * r.relative()).sum();
      double mean = Math.exp(log);
      return new Ratio(mean, mean * Math.sqrt(squares) / ratios.size());
    }

    @Override
    public String toString() {
      return String.format(Locale.ROOT, value < 100 ? "%.2f ± %.2f" : "%.0f ± %.0f", value, error);
    }

    private double relative() {
      return error / value;
    }
  }
}
