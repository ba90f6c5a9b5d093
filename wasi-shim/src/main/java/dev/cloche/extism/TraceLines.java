package dev.cloche.extism;

import com.dylibso.chicory.runtime.Instance;
import com.dylibso.chicory.runtime.WasmFunctionHandle;
import com.dylibso.chicory.wasm.types.ValType;
import dev.cloche.wasi.HostStop;
import java.util.StringJoiner;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Writes a line for each call of a function, such as {@code alloc(5) = 64}: numbers alone, which
 * tell nothing of what is in memory. A sink that fails gets no more.
 */
final class TraceLines {
  private @Nullable Consumer<String> sink;

  TraceLines(Consumer<String> sink) {
    this.sink = sink;
  }

  WasmFunctionHandle around(KernelFunction function, WasmFunctionHandle plain) {
    return (instance, arguments) -> run(function, plain, instance, arguments);
  }

  private long[] run(
      KernelFunction function, WasmFunctionHandle plain, Instance instance, long[] arguments) {
    StringJoiner call = new StringJoiner(", ", function.name() + "(", ")");
    for (int i = 0; i < arguments.length; i++) {
      call.add(number(function.type().params().get(i), arguments[i]));
    }
    try {
      long[] results = plain.apply(instance, arguments);
      boolean gives = !function.type().returns().isEmpty();
      write(
          gives ? call + " = " + number(function.type().returns().get(0), results[0]) : "" + call);
      return results;
    } catch (HostStop | KernelTrap end) {
      write(call + " ends the call");
      throw end;
    }
  }

  private static String number(ValType type, long value) {
    return type.equals(ValType.I32) ? Integer.toString((int) value) : Long.toUnsignedString(value);
  }

  private void write(String line) {
    if (sink == null) {
      return;
    }
    try {
      sink.accept(line);
    } catch (HostStop stop) {
      throw stop;
    } catch (RuntimeException failed) {
      sink = null;
    }
  }
}
