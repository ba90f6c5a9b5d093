package dev.cloche.run;

/**
 * Unsigned comparisons that C2 of JDK 11 to 17 compiles right, under the names of Chicory's.
 *
 * <p>Public because the classes of a compiled module call it; the package is not exported.
 */
public final class UnsignedCompare {

  private UnsignedCompare() {}

  /** Answers {@code i32.lt_u}. */
  public static int I32_LT_U(int a, int b) {
    return Integer.toUnsignedLong(a) < Integer.toUnsignedLong(b) ? 1 : 0;
  }

  /** Answers {@code i32.le_u}. */
  public static int I32_LE_U(int a, int b) {
    return Integer.toUnsignedLong(a) <= Integer.toUnsignedLong(b) ? 1 : 0;
  }

  /** Answers {@code i32.gt_u}. */
  public static int I32_GT_U(int a, int b) {
    return Integer.toUnsignedLong(a) > Integer.toUnsignedLong(b) ? 1 : 0;
  }

  /** Answers {@code i32.ge_u}. */
  public static int I32_GE_U(int a, int b) {
    return Integer.toUnsignedLong(a) >= Integer.toUnsignedLong(b) ? 1 : 0;
  }

  /** Answers {@code i64.lt_u}: signed order, turned round where the signs differ. */
  public static int I64_LT_U(long a, long b) {
    return (a < b) ^ ((a ^ b) < 0) ? 1 : 0;
  }

  /** Answers {@code i64.le_u}. */
  public static int I64_LE_U(long a, long b) {
    return 1 - I64_LT_U(b, a);
  }

  /** Answers {@code i64.gt_u}. */
  public static int I64_GT_U(long a, long b) {
    return I64_LT_U(b, a);
  }

  /** Answers {@code i64.ge_u}. */
  public static int I64_GE_U(long a, long b) {
    return 1 - I64_LT_U(a, b);
  }
}
