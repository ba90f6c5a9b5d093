package dev.cloche.bench;

import com.google.errorprone.annotations.Immutable;
import java.util.Locale;

/** The ratios on the page of kernels, each with what the engine promises, if anything. */
enum Comparison {
  FUEL("metered / plain", Column.METERED, Column.PLAIN, Bound.atMost(1.1)),
  STOCK("stock / metered", Column.STOCK, Column.METERED, Bound.atLeast(3)),
  STOCK_ARRAY("stock, byte array / metered", Column.STOCK_ARRAY, Column.METERED, Bound.NONE),
  V8("metered / V8", Column.METERED, Column.V8, Bound.atMost(1.3)),
  NATIVE("metered / native", Column.METERED, Column.NATIVE, Bound.atMost(2)),
  INTERPRETED("interpreter / metered", Column.INTERPRETED, Column.METERED, Bound.NONE),
  EXTISM("Extism / metered", Column.EXTISM, Column.METERED, Bound.NONE),
  GRAAL("GraalWasm / metered", Column.GRAAL, Column.METERED, Bound.NONE),
  QUICKJS4J("quickjs4j / metered", Column.QUICKJS4J, Column.METERED, Bound.NONE);

  private final String title;
  private final Column over;
  private final Column base;
  private final Bound bound;

  Comparison(String title, Column over, Column base, Bound bound) {
    this.title = title;
    this.over = over;
    this.base = base;
    this.bound = bound;
  }

  /** The quotient, in words. */
  String title() {
    return title;
  }

  Column over() {
    return over;
  }

  Column base() {
    return base;
  }

  /** What is promised of the geometric mean. */
  Bound bound() {
    return bound;
  }

  /**
   * What a figure should be.
   *
   * @param text for the page; empty if nothing is promised
   * @param least no less than this
   * @param most no more than this
   */
  @Immutable
  record Bound(String text, double least, double most) {

    static final Bound NONE = new Bound("", 0, Double.POSITIVE_INFINITY);

    static Bound atMost(double most) {
      return new Bound(String.format(Locale.ROOT, "at most %.1f", most), 0, most);
    }

    static Bound atLeast(double least) {
      return new Bound(
          String.format(Locale.ROOT, "at least %.1f", least), least, Double.POSITIVE_INFINITY);
    }

    /** The promise, and whether it is kept; empty if nothing is promised. */
    String verdict(double value) {
      if (text.isEmpty()) {
        return "";
      }
      return text + (value >= least && value <= most ? ", met" : ", **missed**");
    }
  }
}
