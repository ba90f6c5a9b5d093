package dev.cloche.wasi;

/** A budget that counts, and ends the call where the test says. */
public final class FakeBudget implements HostBudget {
  /** What the engine would throw. */
  public static final class Exhausted extends HostStop {
    private static final long serialVersionUID = 1L;

    Exhausted() {
      super("exhausted");
    }
  }

  public long limit = Long.MAX_VALUE;
  public long used;
  long slept;
  int checkpoints;

  @Override
  public void charge(long units) {
    if (units < 0) {
      throw new AssertionError("negative charge " + units);
    }
    if (units > limit - used) {
      throw new Exhausted();
    }
    used += units;
  }

  @Override
  public void checkpoint() {
    checkpoints++;
  }

  @Override
  public void sleep(long nanos) {
    slept += nanos;
  }

  @Override
  public long fuelUsed() {
    return used;
  }
}
