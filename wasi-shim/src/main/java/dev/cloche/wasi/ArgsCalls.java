package dev.cloche.wasi;

import dev.cloche.workspace.tree.Fault;
import java.util.List;

/** The functions on the command line: {@code args_*}. */
final class ArgsCalls {
  private final Strings arguments;

  ArgsCalls(List<String> arguments) {
    this.arguments = new Strings(arguments);
  }

  void get(Call call) throws Fault {
    arguments.put(call);
  }

  void sizesGet(Call call) throws Fault {
    arguments.putSizes(call);
  }
}
