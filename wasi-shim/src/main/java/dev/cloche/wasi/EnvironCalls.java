package dev.cloche.wasi;

import dev.cloche.workspace.tree.Fault;
import java.util.Map;

/** The functions on the environment: {@code environ_*}. */
final class EnvironCalls {
  private final Strings variables;

  EnvironCalls(Map<String, String> environment) {
    this.variables =
        new Strings(
            environment.entrySet().stream()
                .map(variable -> variable.getKey() + "=" + variable.getValue())
                .toList());
  }

  void get(Call call) throws Fault {
    variables.put(call);
  }

  void sizesGet(Call call) throws Fault {
    variables.putSizes(call);
  }
}
