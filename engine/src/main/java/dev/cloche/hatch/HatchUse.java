package dev.cloche.hatch;

import dev.cloche.HatchOperation;

/**
 * One use of a hatch, from its beginning to {@link #close}.
 *
 * @param <T> the kind of operation
 */
public final class HatchUse<T extends HatchOperation> implements AutoCloseable {
  private final IssuedHatch hatch;
  private final T operation;
  private final Runnable cut;

  HatchUse(IssuedHatch hatch, T operation, Runnable cut) {
    this.hatch = hatch;
    this.operation = operation;
    this.cut = cut;
  }

  /** What was approved: all that may be done, whatever was wanted. */
  public T operation() {
    return operation;
  }

  void cut() {
    cut.run();
  }

  /** Ends the use; a revoke no longer cuts it. May be called again. */
  @Override
  public void close() {
    hatch.ended(this);
  }
}
