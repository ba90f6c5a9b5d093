package dev.cloche.run;

import com.dylibso.chicory.runtime.HostFunction;
import com.dylibso.chicory.runtime.Instance;
import com.dylibso.chicory.runtime.InterpreterMachine;
import com.dylibso.chicory.runtime.Machine;
import com.dylibso.chicory.runtime.TrapException;
import com.dylibso.chicory.wasm.ChicoryException;
import com.dylibso.chicory.wasm.types.FunctionType;
import dev.cloche.module.Jumps;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;

/**
 * The host's side of {@code setjmp} and {@code longjmp} ({@link Jumps}): calls of an instance's
 * functions that come back when one of them throws.
 *
 * <p><b>What is caught</b> is the throw of this class alone. Traps, limits, cancellation and the
 * end of the process pass through like through any frame.
 *
 * <p><b>Fuel</b> stays exact. Metered code has stored the counter before every call of the host and
 * loads it behind, so that the counter is whole when a throw begins and where it ends, and nothing
 * in between holds a part of it.
 *
 * <p><b>The stack</b> that frames had counted is given back where a throw ends. A call through here
 * weighs {@link #FRAME_BYTES} for the Java frames of its own, and ends the guest where it finds no
 * room: the meter sees it as an indirect call, so that recursion through it counts besides.
 *
 * <p><b>Machines.</b> An interpreter's operands would stay on its stack where a throw left its
 * frames. So each call runs on a machine of its own, unless code is compiled, which keeps its
 * operands on Java's stack.
 *
 * <p>Guest thread only.
 */
final class GuestJumps {

  /** Each of the functions: what a host call costs. */
  static final int COST = 100;

  /** A throw adds 1 for so many bytes of counted stack that it leaves, as a power of two: 8. */
  static final int LEFT_BYTES_LOG2 = 3;

  /** The weight of the Java frames between two of the guest's. */
  static final int FRAME_BYTES = 1024;

  private static final long[] NONE = {};

  /** What is thrown; it tells nothing. */
  private static final class Jump extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Jump() {
      super(null, null, false, false);
    }
  }

  private final Function<Instance, Machine> machines;
  private final int imported;
  private final FuelTank tank;
  private int open;

  /**
   * Makes those of one instance.
   *
   * @param machines makes a machine of its own for a call
   * @param imported how many functions the instance imports, which come before its own
   * @param tank what they charge
   */
  GuestJumps(Function<Instance, Machine> machines, int imported, FuelTank tank) {
    this.machines = machines;
    this.imported = imported;
    this.tank = tank;
  }

  /** Whether a function is one of these. */
  static boolean has(Imported wanted) {
    return wanted.module().equals(Jumps.MODULE);
  }

  /**
   * Checks that no function of a module that jumps is interpreted among compiled ones: those share
   * one interpreter, on whose stack operands would stay.
   *
   * @throws ChicoryException if some would be
   */
  static void requireOneEngine(List<Imported> imports, boolean mixed) {
    if (mixed && imports.stream().anyMatch(GuestJumps::has)) {
      throw new ChicoryException("a function of a guest that jumps is too large to be compiled");
    }
  }

  /** Returns the function that a guest imports. */
  HostFunction function(Imported wanted) {
    FunctionType type = wanted.type();
    if (!Jumps.isInvoke(wanted.name())) {
      return new HostFunction(
          wanted.module(), wanted.name(), type, (instance, arguments) -> jump());
    }
    FunctionType target =
        FunctionType.of(type.params().subList(1, type.params().size()), type.returns());
    return new HostFunction(
        wanted.module(),
        wanted.name(),
        type,
        (instance, arguments) -> invoke(instance, target, arguments));
  }

  private long[] jump() {
    pay(COST);
    if (open == 0) {
      throw new TrapException("longjmp without a setjmp that still runs");
    }
    throw new Jump();
  }

  private long[] invoke(Instance instance, FunctionType type, long[] arguments) {
    pay(COST);
    LinearMemory memory = GuestSupport.memory(instance);
    int function = target(instance, memory, (int) arguments[0], type);
    int before = memory.stack;
    memory.stack = before - FRAME_BYTES;
    if (memory.stack < 0) {
      throw GuestStop.stackExhausted();
    }
    open++;
    try {
      return call(instance, function, Arrays.copyOfRange(arguments, 1, arguments.length));
    } catch (Jump jump) {
      pay((before - memory.stack) >> LEFT_BYTES_LOG2);
      return type.returns().isEmpty() ? NONE : new long[type.returns().size()];
    } finally {
      open--;
      memory.stack = before;
    }
  }

  /** A guest may do nothing else for long, so that time is looked at here, too. */
  private void pay(long units) {
    tank.charge(units);
    tank.checkpoint();
  }

  /** Finds the function, and traps where {@code call_indirect} would. */
  private static int target(Instance instance, LinearMemory memory, int entry, FunctionType type) {
    int function = GuestSupport.table(instance, 0, memory).requiredRef(entry);
    if (!instance.type(instance.functionType(function)).equals(type)) {
      throw new ChicoryException("indirect call type mismatch");
    }
    return function;
  }

  private long[] call(Instance instance, int function, long[] arguments) {
    if (function < imported) {
      return GuestSupport.callHostFunction(instance, function, arguments);
    }
    Machine machine = instance.getMachine();
    return (machine instanceof InterpreterMachine ? machines.apply(instance) : machine)
        .call(function, arguments);
  }
}
