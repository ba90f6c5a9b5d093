package dev.cloche.testkit;

import static dev.cloche.PluginFunction.Type.I32;
import static dev.cloche.PluginFunction.Type.I64;

import dev.cloche.PluginFunction;
import java.util.List;

/**
 * The broken function of docs/fuzzing.md. Its name keeps it out of the build's tests: it has to
 * fail, and {@link FuzzingPageTest} runs it.
 */
class BrokenCutContract extends HostFunctionContract {
  @Override
  protected List<PluginFunction> functions() {
    return List.of(
        PluginFunction.of(
            "cut",
            List.of(I64, I32),
            List.of(I64),
            call -> call.give(call.text(0).substring(0, call.integer(1)))));
  }
}
