package dev.cloche.run;

import com.dylibso.chicory.runtime.ConstantEvaluators;
import com.dylibso.chicory.runtime.Instance;
import com.dylibso.chicory.wasm.types.ActiveDataSegment;
import com.dylibso.chicory.wasm.types.DataSegment;
import com.dylibso.chicory.wasm.types.PassiveDataSegment;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The data segments of one instance.
 *
 * <p>The array is the instance's own: Chicory's {@code data.drop} goes to the instance alone.
 */
final class Segments {

  private static final byte[] NOTHING = {};

  private final DataSegment[] all;

  /** What was read of each, from which: Chicory copies a segment whenever it is asked. */
  private final @Nullable DataSegment[] readFrom;

  private final byte[][] read;

  Segments(DataSegment[] all) {
    this.all = all;
    this.readFrom = new DataSegment[all.length];
    this.read = new byte[all.length][];
    Arrays.fill(read, NOTHING);
  }

  /** Copies active segments into place; they are then dropped (WebAssembly 2.0, 4.5.4). */
  void copyActive(Instance instance, LinearMemory memory) {
    for (int i = 0; i < all.length; i++) {
      if (all[i] instanceof ActiveDataSegment active) {
        int address =
            (int) ConstantEvaluators.computeConstantValue(instance, active.offsetInstructions())[0];
        memory.initialize(address, active.data());
        drop(i);
      }
    }
  }

  /**
   * The bytes of a segment; none if it was dropped, which puts another object in its place. Not to
   * be modified.
   */
  @SuppressWarnings("ReferenceEquality")
  byte[] bytes(int segment) {
    DataSegment now = all[segment];
    if (readFrom[segment] != now) {
      readFrom[segment] = now;
      read[segment] = now.data();
    }
    return read[segment];
  }

  void drop(int segment) {
    all[segment] = PassiveDataSegment.EMPTY;
  }
}
