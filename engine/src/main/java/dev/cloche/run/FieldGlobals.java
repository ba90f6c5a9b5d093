package dev.cloche.run;

import com.dylibso.chicory.runtime.GlobalInstance;
import com.dylibso.chicory.wasm.WasmModule;
import com.dylibso.chicory.wasm.types.Global;
import com.dylibso.chicory.wasm.types.MutabilityType;
import com.dylibso.chicory.wasm.types.ValType;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Which globals of a module are fields of its {@link LinearMemory}: the meter's counters, and some
 * mutable integers of the guest's, among them the stack pointer of compiled C and Rust.
 *
 * <p>Chicory reads a global in three dependent loads, each with a check. Every function has the
 * memory object at hand, and a field of it is one load. {@link GuestCode} turns accesses in
 * compiled code into field accesses; all others, the interpreter's too, go through a {@link
 * GlobalInstance} over the same field. So both ways agree always, and code may use either.
 *
 * <p>It also tells whether that memory always keeps its size, which code may then rely on.
 *
 * <p>Immutable.
 */
final class FieldGlobals {

  /** So many mutable {@code i32} globals from the first on: where toolchains put their pointers. */
  private static final int FIRST = 4;

  private static final int NONE = -1;
  private static final int INTS = 16;
  private static final int LONGS = 8;
  private static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();

  /** By global index: the name of its field; null where it has none. */
  private final @Nullable String[] names;

  private final @Nullable VarHandle[] handles;

  private final int refuelTable;
  private final boolean memoryFixed;

  private FieldGlobals(@Nullable String[] names, int refuelTable, boolean memoryFixed) {
    this.names = names;
    this.refuelTable = refuelTable;
    this.memoryFixed = memoryFixed;
    this.handles = new VarHandle[names.length];
    for (int i = 0; i < names.length; i++) {
      String name = names[i];
      handles[i] = name == null ? null : handle(name);
    }
  }

  /** For a module whose globals are no fields. */
  static FieldGlobals none() {
    return new FieldGlobals(new String[0], NONE, false);
  }

  /**
   * Chooses fields for the globals of a metered module, which has a memory and imports no global.
   */
  static FieldGlobals of(WasmModule module, int fuelGlobal, int stackGlobal) {
    @Nullable String[] names = guests(module);
    names[fuelGlobal] = "fuel";
    names[stackGlobal] = "stack";
    return new FieldGlobals(names, module.tableSection().tableCount() - 1, false);
  }

  /** Chooses fields for the globals of a module that is not metered. */
  static FieldGlobals ofPlain(WasmModule module) {
    boolean hasMemory = module.memorySection().isPresent();
    return hasMemory ? new FieldGlobals(guests(module), NONE, false) : none();
  }

  /** The first few from the front, the others from the back, where passes of ours append. */
  private static @Nullable String[] guests(WasmModule module) {
    Global[] globals = module.globalSection().globals();
    @Nullable String[] names = new String[globals.length];
    int ints = 0;
    for (int i = 0; i < globals.length && ints < FIRST; i++) {
      if (isVariable(globals[i], ValType.I32)) {
        names[i] = "i" + ints++;
      }
    }
    int longs = 0;
    for (int i = globals.length - 1; i >= 0; i--) {
      if (names[i] == null && ints < INTS && isVariable(globals[i], ValType.I32)) {
        names[i] = "i" + ints++;
      } else if (longs < LONGS && isVariable(globals[i], ValType.I64)) {
        names[i] = "l" + longs++;
      }
    }
    return names;
  }

  private static boolean isVariable(Global global, ValType type) {
    return global.mutabilityType() == MutabilityType.Var && global.valueType().equals(type);
  }

  private static VarHandle handle(String name) {
    try {
      Class<?> type = isLong(name) ? long.class : int.class;
      return LOOKUP.findVarHandle(LinearMemory.class, name, type);
    } catch (ReflectiveOperationException e) {
      throw new LinkageError("linear memory has no field " + name, e);
    }
  }

  /** Whether a field of this name is a {@code long}; else it is an {@code int}. */
  static boolean isLong(String name) {
    return name.startsWith("l");
  }

  /**
   * Returns the same for a memory of this kind.
   *
   * @param fixed whether each instance's memory always is as long as its array: it never grows, and
   *     was made so
   */
  FieldGlobals withMemoryFixed(boolean fixed) {
    return new FieldGlobals(names, refuelTable, fixed);
  }

  /** Whether an instance's memory always is as long as its array. */
  boolean isMemoryFixed() {
    return memoryFixed;
  }

  /** The table that is the way to the {@link FuelTank}, the last of a metered module; or -1. */
  int refuelTable() {
    return refuelTable;
  }

  /** The name of the field that holds a global; null if none does. */
  @Nullable String name(int global) {
    return global < names.length ? names[global] : null;
  }

  /**
   * Makes the globals of one instance, which asks for them in the order of their indexes.
   *
   * @param memory the instance's memory, once it asks
   */
  com.dylibso.chicory.runtime.GlobalFactory over(Supplier<LinearMemory> memory) {
    return new Factory(memory);
  }

  private final class Factory implements com.dylibso.chicory.runtime.GlobalFactory {
    private final Supplier<LinearMemory> memory;
    private int next;

    Factory(Supplier<LinearMemory> memory) {
      this.memory = memory;
    }

    @Override
    public GlobalInstance create(long low, long high, ValType type, MutabilityType mutability) {
      int global = next++;
      String name = name(global);
      VarHandle handle = name == null ? null : handles[global];
      if (handle == null) {
        return new GlobalInstance(low, high, type, mutability);
      }
      FieldGlobal field =
          isLong(name) // to ask the handle brings the JVM's descriptions of constants
              ? new LongField(low, type, mutability, handle, memory.get())
              : new IntField(low, type, mutability, handle, memory.get());
      field.setValue(low);
      return field;
    }
  }

  /** A global over a field; {@link #getValue} and {@link #setValue(long)} know its type. */
  private abstract static class FieldGlobal extends GlobalInstance {
    final VarHandle handle;
    final LinearMemory memory;

    FieldGlobal(
        long value,
        ValType type,
        MutabilityType mutability,
        VarHandle handle,
        LinearMemory memory) {
      super(value, 0, type, mutability);
      this.handle = handle;
      this.memory = memory;
    }

    @Override
    public abstract long getValue();

    @Override
    public abstract void setValue(long value);

    @Override
    public final long getValueLow() {
      return getValue();
    }

    @Override
    public final void setValue(com.dylibso.chicory.wasm.types.Value value) {
      setValue(value.raw());
    }

    @Override
    public final void setValueLow(long value) {
      setValue(value);
    }
  }

  /** A global over an {@code int} field. */
  private static final class IntField extends FieldGlobal {
    IntField(
        long value,
        ValType type,
        MutabilityType mutability,
        VarHandle handle,
        LinearMemory memory) {
      super(value, type, mutability, handle, memory);
    }

    @Override
    public long getValue() {
      return (int) handle.get(memory);
    }

    @Override
    public void setValue(long value) {
      handle.set(memory, (int) value);
    }
  }

  /** A global over a {@code long} field. */
  private static final class LongField extends FieldGlobal {
    LongField(
        long value,
        ValType type,
        MutabilityType mutability,
        VarHandle handle,
        LinearMemory memory) {
      super(value, type, mutability, handle, memory);
    }

    @Override
    public long getValue() {
      return (long) handle.get(memory);
    }

    @Override
    public void setValue(long value) {
      handle.set(memory, value);
    }
  }
}
