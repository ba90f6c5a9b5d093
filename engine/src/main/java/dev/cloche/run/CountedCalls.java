package dev.cloche.run;

import com.dylibso.chicory.runtime.HostFunction;
import com.dylibso.chicory.runtime.ImportFunction;
import com.dylibso.chicory.runtime.WasmFunctionHandle;

/** Counts the host calls of one guest. Guest thread only. */
final class CountedCalls {

  private long count;

  ImportFunction counting(HostFunction function) {
    WasmFunctionHandle handle = function.handle();
    return new HostFunction(
        function.module(),
        function.name(),
        function.functionType(),
        (instance, arguments) -> {
          count++;
          return handle.apply(instance, arguments);
        });
  }

  long count() {
    return count;
  }
}
