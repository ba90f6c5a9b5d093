package dev.cloche.testkit;

import static dev.cloche.PluginFunction.Type.I32;
import static dev.cloche.PluginFunction.Type.I64;

import dev.cloche.Call;
import dev.cloche.Outcome;
import dev.cloche.PluginFunction;
import dev.cloche.Tool;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;

/** Functions that break a promise each; {@link HostFunctionContractTest} runs them. */
final class BrokenContracts {
  private BrokenContracts() {}

  private static List<PluginFunction> ofText(String name, PluginFunction.Body body) {
    return List.of(PluginFunction.of(name, List.of(I64), List.of(I32), body));
  }

  /** Frees what is not its own. */
  static class Freeing extends HostFunctionContract {
    @Override
    protected List<PluginFunction> functions() {
      return ofText(
          "free_it",
          call -> {
            int length = call.text(0).length();
            call.free(0);
            return length;
          });
    }
  }

  /** The same, and says so. */
  static class DeclaredFreeing extends Freeing {
    @Override
    protected boolean mayFree(PluginFunction function, int index) {
      return function.name().equals("free_it") && index == 0;
    }
  }

  /** Leaves a file in the workspace. */
  static class Writing extends HostFunctionContract {
    @Override
    protected List<PluginFunction> functions() {
      return ofText(
          "note",
          call -> {
            session().workspace().writeFile("/note", call.bytes(0));
            return 0;
          });
    }
  }

  /** The same, and says so. */
  static class DeclaredWriting extends Writing {
    @Override
    protected boolean changesWorkspace() {
      return true;
    }
  }

  /** Takes a lock that it does not give back where reading its argument ends the call. */
  static class Locking extends HostFunctionContract {
    private final Semaphore lock = new Semaphore(1);

    @Override
    protected List<PluginFunction> functions() {
      return ofText(
          "locked",
          call -> {
            lock.acquire();
            int length = call.text(0).length();
            lock.release();
            return length;
          });
    }

    @Override
    protected Duration patience() {
      return Duration.ofSeconds(2);
    }
  }

  /** Allows no call of it while it runs. */
  static class Single extends HostFunctionContract {
    private final AtomicInteger inside = new AtomicInteger();

    @Override
    protected List<PluginFunction> functions() {
      return ofText(
          "single",
          call -> {
            if (inside.incrementAndGet() > 1) {
              throw new IllegalStateException("called while it runs");
            }
            try {
              // Runs the calls within this one, as a function that starts calls would.
              return call.text(0).length();
            } finally {
              inside.decrementAndGet();
            }
          });
    }
  }

  /** Starts calls of its own of the plugin's that has called it: it ends at the depth that is. */
  static class Starting extends HostFunctionContract {
    @Override
    protected List<PluginFunction> functions() {
      return ofText(
          "start",
          call -> {
            Outcome outcome = session().call(PROBE, Call.of());
            return outcome instanceof Outcome.Completed done ? done.exitStatus() : -1;
          });
    }

    private static final Tool PROBE = Tool.of("probe", WasiCalls.module(List.of()));
  }
}
