package dev.cloche.testkit;

import static dev.cloche.PluginFunction.Type.I32;
import static dev.cloche.PluginFunction.Type.I64;

import dev.cloche.PluginFunction;
import java.util.List;
import net.jqwik.api.Tag;

/** The mended function of docs/fuzzing.md. */
@Tag("one-jdk")
class CutContractTest extends HostFunctionContract {
  @Override
  protected List<PluginFunction> functions() {
    return List.of(
        PluginFunction.of(
            "cut",
            List.of(I64, I32),
            List.of(I64),
            call -> {
              String text = call.text(0);
              int length = Math.min(Math.max(call.integer(1), 0), text.length());
              return call.give(text.substring(0, length));
            }));
  }
}
