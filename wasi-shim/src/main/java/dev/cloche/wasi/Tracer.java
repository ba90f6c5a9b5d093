package dev.cloche.wasi;

import com.dylibso.chicory.runtime.Instance;
import com.dylibso.chicory.runtime.WasmFunctionHandle;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Writes a line for every call of a host function, as strace does for system calls.
 *
 * <p>It stands around the function and only looks: nothing that it reads is charged, so that a
 * traced call costs the same fuel. A sink that fails is not the guest's fault: it gets no more.
 */
final class Tracer {
  private @Nullable Consumer<String> sink;

  Tracer(Consumer<String> sink) {
    this.sink = sink;
  }

  /** Returns a function that does the same and is traced. */
  WasmFunctionHandle around(Function function, WasmFunctionHandle plain) {
    return (instance, arguments) -> run(function, plain, instance, arguments);
  }

  private long[] run(
      Function function, WasmFunctionHandle plain, Instance instance, long[] arguments) {
    TraceLine line = begin(function, instance, arguments);
    if (line == null) {
      return plain.apply(instance, arguments);
    }
    try {
      long[] results = plain.apply(instance, arguments);
      write(() -> line.answered(results[0]));
      return results;
    } catch (HostStop stop) {
      write(line::stopped);
      throw stop;
    }
  }

  private @Nullable TraceLine begin(Function function, Instance instance, long[] arguments) {
    if (sink == null) {
      return null;
    }
    try {
      return new TraceLine(function, new GuestMemory(instance), arguments);
    } catch (RuntimeException failed) {
      end(failed);
      return null;
    }
  }

  private void write(Supplier<String> line) {
    if (sink == null) {
      return;
    }
    try {
      sink.accept(line.get());
    } catch (HostStop stop) {
      throw stop;
    } catch (RuntimeException failed) {
      end(failed);
    }
  }

  private void end(RuntimeException failed) {
    sink = null;
    Log.warn("trace ends: it failed", failed);
  }
}
