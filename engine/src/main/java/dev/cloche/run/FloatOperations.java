package dev.cloche.run;

/**
 * Operations on floating-point numbers that Chicory 1.7.5 gets wrong or leaves to the JVM, under
 * the names of Chicory's.
 *
 * <ul>
 *   <li>A NaN is the canonical one, which the specification always allows (WebAssembly 2.0, 4.3.3).
 *       {@code Math.min} and its like hand a signalling NaN on, which it never does.
 *   <li>The absolute value clears the sign of a NaN too: {@code Math.abs} of JDK 17 keeps it where
 *       it is interpreted, and clears it where C2 compiled it.
 *   <li>A conversion of an unsigned number rounds to the nearest, a half to even. Above 2^63
 *       Chicory's rounds up to {@code f32}, and a half down to {@code f64}.
 * </ul>
 *
 * <p>Public because the classes of a compiled module call it; the package is not exported.
 */
public final class FloatOperations {

  static final float NAN32 = Float.intBitsToFloat(0x7FC0_0000);
  static final double NAN64 = Double.longBitsToDouble(0x7FF8_0000_0000_0000L);

  private FloatOperations() {}

  /** Answers {@code f32.min}. */
  public static float F32_MIN(float a, float b) {
    return Float.isNaN(a) || Float.isNaN(b) ? NAN32 : Math.min(a, b);
  }

  /** Answers {@code f32.max}. */
  public static float F32_MAX(float a, float b) {
    return Float.isNaN(a) || Float.isNaN(b) ? NAN32 : Math.max(a, b);
  }

  /** Answers {@code f64.min}. */
  public static double F64_MIN(double a, double b) {
    return Double.isNaN(a) || Double.isNaN(b) ? NAN64 : Math.min(a, b);
  }

  /** Answers {@code f64.max}. */
  public static double F64_MAX(double a, double b) {
    return Double.isNaN(a) || Double.isNaN(b) ? NAN64 : Math.max(a, b);
  }

  /** Answers {@code f32.ceil}. */
  public static float F32_CEIL(float a) {
    return Float.isNaN(a) ? NAN32 : (float) Math.ceil(a);
  }

  /** Answers {@code f32.floor}. */
  public static float F32_FLOOR(float a) {
    return Float.isNaN(a) ? NAN32 : (float) Math.floor(a);
  }

  /** Answers {@code f32.trunc}. */
  public static float F32_TRUNC(float a) {
    return Float.isNaN(a) ? NAN32 : (float) F64_TRUNC(a);
  }

  /** Answers {@code f32.nearest}. */
  public static float F32_NEAREST(float a) {
    return Float.isNaN(a) ? NAN32 : (float) Math.rint(a);
  }

  /** Answers {@code f64.ceil}. */
  public static double F64_CEIL(double a) {
    return Double.isNaN(a) ? NAN64 : Math.ceil(a);
  }

  /** Answers {@code f64.floor}. */
  public static double F64_FLOOR(double a) {
    return Double.isNaN(a) ? NAN64 : Math.floor(a);
  }

  /** Answers {@code f64.trunc}; both ways keep the sign of a zero. */
  public static double F64_TRUNC(double a) {
    if (Double.isNaN(a)) {
      return NAN64;
    }
    return a < 0 ? Math.ceil(a) : Math.floor(a);
  }

  /** Answers {@code f64.nearest}. */
  public static double F64_NEAREST(double a) {
    return Double.isNaN(a) ? NAN64 : Math.rint(a);
  }

  /** Answers {@code f32.abs}. */
  public static float F32_ABS(float a) {
    return Float.intBitsToFloat(Float.floatToRawIntBits(a) & Integer.MAX_VALUE);
  }

  /** Answers {@code f64.abs}. */
  public static double F64_ABS(double a) {
    return Double.longBitsToDouble(Double.doubleToRawLongBits(a) & Long.MAX_VALUE);
  }

  /** Answers {@code f32.convert_i64_u}. */
  public static float F32_CONVERT_I64_U(long a) {
    // Half of it, whose last bit tells whether there was anything below: it rounds as the whole.
    return a >= 0 ? (float) a : (float) ((a >>> 1) | (a & 1)) * 2;
  }

  /** Answers {@code f64.convert_i64_u}. */
  public static double F64_CONVERT_I64_U(long a) {
    return a >= 0 ? (double) a : (double) ((a >>> 1) | (a & 1)) * 2;
  }
}
