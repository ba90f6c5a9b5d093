package dev.cloche.run;

import com.dylibso.chicory.runtime.Instance;
import com.dylibso.chicory.runtime.TableInstance;
import com.dylibso.chicory.wasm.ChicoryException;
import com.dylibso.chicory.wasm.UninstantiableException;
import com.dylibso.chicory.wasm.types.Table;
import com.dylibso.chicory.wasm.types.TableLimits;
import com.dylibso.chicory.wasm.types.Value;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A guest's table, with entries of its own where Chicory 1.7.5's would hurt.
 *
 * <p><b>Limits.</b> Chicory grows the limits that it finds in the module, which all instances
 * share. And all tables of a guest together grow no further than {@link Allowance} says.
 *
 * <p><b>Instances.</b> Chicory keeps beside each entry the instance that its function is of. A
 * guest imports neither tables nor functions of others, so here all are of the one that asks.
 *
 * <p><b>Growth.</b> Chicory copies the whole table on each growth, also by nothing: milliseconds
 * for one unit of fuel. Here the array grows by half, so that growth costs what it is charged. One
 * that finds no heap answers -1.
 *
 * <p>Public because the classes of a compiled module call it; the package is not exported.
 */
public final class GuestTable extends TableInstance {

  /** 1 million entries: 4 MB of a Java array; the largest known real tables have some 30,000. */
  static final int MAX_ENTRIES = 1_000_000;

  /** How many entries the tables of one guest may still grow by. Guest thread only. */
  static final class Allowance {
    private int left = MAX_ENTRIES;
  }

  private final Allowance allowance;
  private final TableLimits limits;

  /** Its entries, and room to grow, which is null. */
  private int[] refs;

  private int size;

  GuestTable(Table declared, int initialValue) {
    this(declared, initialValue, new Allowance());
  }

  GuestTable(Table declared, int initialValue, Allowance allowance) {
    this(declared, filled((int) declared.limits().min(), initialValue), allowance);
  }

  /**
   * Makes a table that holds these.
   *
   * @param refs function indexes, or {@code Value.REF_NULL_VALUE}; its own from now on
   */
  GuestTable(Table declared, int[] refs, Allowance allowance) {
    // Chicory's own arrays stay empty.
    super(new Table(declared.elementType(), new TableLimits(0, 0)), Value.REF_NULL_VALUE);
    this.allowance = allowance;
    this.limits =
        new TableLimits(declared.limits().min(), Math.min(declared.limits().max(), MAX_ENTRIES));
    this.size = refs.length;
    this.refs = refs;
    allowance.left -= size;
  }

  private static int[] filled(int size, int value) {
    int[] refs = new int[size];
    Arrays.fill(refs, value);
    return refs;
  }

  /** What it holds now: function indexes, or {@code Value.REF_NULL_VALUE}. */
  int[] copyOfRefs() {
    return Arrays.copyOf(refs, size);
  }

  /** Chicory compares the offsets of element segments with the minimum. */
  @Override
  public TableLimits limits() {
    return limits;
  }

  @Override
  public int size() {
    return size;
  }

  @Override
  public int grow(int delta, int value, Instance instance) {
    // Compared without a sum, which could overflow.
    if (delta < 0 || delta > limits.max() - size || delta > allowance.left) {
      return -1;
    }
    int before = size;
    if (!reserve(before + delta)) {
      return -1;
    }
    size = before + delta;
    allowance.left -= delta;
    Arrays.fill(refs, before, size, value);
    return before;
  }

  private boolean reserve(int wanted) {
    if (wanted > refs.length) {
      int generous = Math.min(MAX_ENTRIES, Math.max(wanted, refs.length + (refs.length >> 1)));
      try {
        refs = Arrays.copyOf(refs, generous);
        Arrays.fill(refs, size, generous, Value.REF_NULL_VALUE);
      } catch (OutOfMemoryError noHeap) {
        return false;
      }
    }
    return true;
  }

  @Override
  public int ref(int index) {
    if (index < 0 || index >= size) {
      throw new ChicoryException("undefined element");
    }
    return refs[index];
  }

  @Override
  public int requiredRef(int index) {
    // The array's own check is enough for what is there: behind the end it holds null.
    int[] entries = refs;
    if (index >= 0 && index < entries.length && entries[index] != Value.REF_NULL_VALUE) {
      return entries[index];
    }
    int ignored = ref(index); // throws where no entry is
    throw new ChicoryException("uninitialized element " + index);
  }

  @Override
  public void setRef(int index, int value, Instance instance) {
    if (index < 0 || index >= size) {
      throw new UninstantiableException("out of bounds table access");
    }
    refs[index] = value;
  }

  /** Chicory takes null for the instance that asks, and there is no other. */
  @Override
  public @Nullable Instance instance(int index) {
    return null;
  }

  @Override
  public void reset() {
    Arrays.fill(refs, Value.REF_NULL_VALUE);
  }
}
