package dev.cloche.run;

import com.dylibso.chicory.runtime.Instance;
import com.dylibso.chicory.runtime.TableInstance;
import com.dylibso.chicory.wasm.types.Table;

/**
 * The metered module's way out: growing this table asks for the next slice of fuel.
 *
 * <p>A table at the end of the index space shifts no index of the guest, as an imported function
 * would, and the call is small in compiled code.
 */
final class RefuelTable extends TableInstance {

  private final FuelTank tank;

  RefuelTable(Table declared, int initialValue, FuelTank tank) {
    super(declared, initialValue);
    this.tank = tank;
  }

  @Override
  public int grow(int counter, int value, Instance instance) {
    return tank.refuel(counter);
  }
}
