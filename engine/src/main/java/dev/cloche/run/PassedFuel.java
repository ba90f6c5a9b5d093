package dev.cloche.run;

/**
 * The fuel counter beside a result, as {@link FuelPassing} has compiled functions return both.
 *
 * <p>Public because the classes of a compiled module call it; the package is not exported.
 */
public final class PassedFuel {

  private PassedFuel() {}

  /** Puts a counter above a result. */
  public static long withFuel(int result, int fuel) {
    return ((long) fuel << 32) | (result & 0xFFFF_FFFFL);
  }

  /** Returns the counter above a result. */
  public static int fuelOf(long resultWithFuel) {
    return (int) (resultWithFuel >>> 32);
  }
}
