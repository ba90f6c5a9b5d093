package dev.cloche.run;

import com.dylibso.chicory.runtime.HostFunction;
import com.dylibso.chicory.runtime.ImportFunction;
import com.dylibso.chicory.runtime.WasmFunctionHandle;
import java.util.ArrayList;
import java.util.List;

/** Counts the host calls of one guest. Guest thread only. */
final class CountedCalls {

  private long count;

  List<ImportFunction> counting(List<HostFunction> functions) {
    List<ImportFunction> counted = new ArrayList<>(functions.size());
    for (HostFunction function : functions) {
      WasmFunctionHandle handle = function.handle();
      counted.add(
          new HostFunction(
              function.module(),
              function.name(),
              function.functionType(),
              (instance, arguments) -> {
                count++;
                return handle.apply(instance, arguments);
              }));
    }
    return counted;
  }

  long count() {
    return count;
  }
}
