package dev.cloche.run;

import com.dylibso.chicory.runtime.Instance;
import com.dylibso.chicory.runtime.InterpreterMachine;
import com.dylibso.chicory.runtime.MStack;
import com.dylibso.chicory.runtime.Machine;
import com.dylibso.chicory.runtime.StackFrame;
import com.dylibso.chicory.wasm.types.FunctionType;
import java.util.Deque;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Interprets until there is compiled code, and hands each call of a guest's function to that from
 * then on. All state of a guest is in its instance, and both engines run the same metered module,
 * so that neither results nor fuel show where it changed over. What is on the stack by then is
 * interpreted to its end: a loop that calls nothing stays as it is.
 *
 * <p>Guest thread only.
 */
final class TieredMachine extends InterpreterMachine {

  private final Supplier<@Nullable Function<Instance, Machine>> code;
  private @Nullable Machine compiled;

  /**
   * Makes a machine.
   *
   * @param code answers with what makes compiled machines, or null as long as there is none
   */
  TieredMachine(Instance instance, Supplier<@Nullable Function<Instance, Machine>> code) {
    super(instance);
    this.code = code;
  }

  @Override
  protected long @Nullable [] call(
      MStack stack,
      Instance instance,
      Deque<StackFrame> callStack,
      int function,
      long[] arguments,
      @Nullable FunctionType expected,
      boolean popResults) {
    Machine machine = instance.function(function) == null ? null : compiled(instance);
    if (machine == null) {
      return super.call(stack, instance, callStack, function, arguments, expected, popResults);
    }
    long[] results = machine.call(function, arguments);
    if (popResults || results == null) {
      return results;
    }
    for (long result : results) {
      stack.push(result);
    }
    return null;
  }

  private @Nullable Machine compiled(Instance instance) {
    if (compiled == null) {
      Function<Instance, Machine> machines = code.get();
      compiled = machines == null ? null : machines.apply(instance);
    }
    return compiled;
  }
}
