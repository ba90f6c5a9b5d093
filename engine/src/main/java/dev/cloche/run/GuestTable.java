package dev.cloche.run;

import com.dylibso.chicory.runtime.Instance;
import com.dylibso.chicory.runtime.TableInstance;
import com.dylibso.chicory.wasm.types.Table;
import com.dylibso.chicory.wasm.types.TableLimits;

/**
 * A guest's table. It has limits of its own: Chicory 1.7.5 grows the ones it finds in the module,
 * which all instances share. And it grows no further than the engine allows.
 */
final class GuestTable extends TableInstance {

  /** 1 million entries: 12 MB of Java arrays; the largest known real tables have some 30,000. */
  static final int MAX_ENTRIES = 1_000_000;

  GuestTable(Table declared, int initialValue) {
    super(
        new Table(
            declared.elementType(),
            new TableLimits(
                declared.limits().min(), Math.min(declared.limits().max(), MAX_ENTRIES))),
        initialValue);
  }

  @Override
  public int grow(int delta, int value, Instance instance) {
    // Compared without a sum, which could overflow.
    if (delta < 0 || delta > limits().max() - size()) {
      return -1;
    }
    return super.grow(delta, value, instance);
  }
}
