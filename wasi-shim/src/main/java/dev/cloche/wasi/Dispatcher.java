package dev.cloche.wasi;

import com.dylibso.chicory.runtime.Instance;
import dev.cloche.workspace.tree.Errno;
import dev.cloche.workspace.tree.Fault;

/**
 * What is around every host function: the base charge before, and the answer after.
 *
 * <p>A {@link Fault} is an errno, a {@link FetchFault} a code, a {@link HostStop} passes. Anything
 * else is a fault of ours or of the embedder's streams: the guest sees {@code IO} or {@code
 * INTERNAL}, the log the cause. Only the first one of a call is logged, since a guest could repeat
 * it for ever.
 */
final class Dispatcher {
  private final HostBudget budget;
  private boolean reported;

  Dispatcher(HostBudget budget) {
    this.budget = budget;
  }

  long[] run(Function function, Function.Body body, Instance instance, long[] arguments) {
    return new long[] {answer(function, body, instance, arguments)};
  }

  private int answer(Function function, Function.Body body, Instance instance, long[] arguments) {
    try {
      budget.charge(HostCosts.BASE);
      body.run(new Call(instance, budget, arguments));
      return Errno.SUCCESS.number();
    } catch (HostStop stop) {
      throw stop;
    } catch (Fault fault) {
      return function.module().number(fault);
    } catch (FetchFault fault) {
      return fault.code().number();
    } catch (RuntimeException unexpected) {
      report(function, unexpected);
      return function.module().unexpected();
    }
  }

  private void report(Function function, RuntimeException unexpected) {
    if (!reported) {
      reported = true;
      Log.warn("host function " + function.name() + " failed", unexpected);
    }
  }
}
