package dev.cloche.replay;

import dev.cloche.PluginCall;
import dev.cloche.PluginFunction;
import dev.cloche.module.GuestText;
import dev.cloche.replay.Sheet.FunctionCallPart;
import dev.cloche.replay.Sheet.FunctionPart;
import dev.cloche.replay.Sheet.StepPart;
import java.util.ArrayList;
import java.util.List;

/** Does in place of the embedder's functions what they did to the plugin's memory, and no more. */
final class PlayedFunctions {

  private final List<FunctionPart> functions;
  private final List<FunctionCallPart> calls;
  private final Gap gap;
  private int called;

  PlayedFunctions(List<FunctionPart> functions, List<FunctionCallPart> calls, Gap gap) {
    this.functions = functions;
    this.calls = calls;
    this.gap = gap;
  }

  PluginFunction.Body body(PluginFunction real) {
    return call -> run(real, call);
  }

  private long run(PluginFunction real, PluginCall call) {
    List<Long> arguments = new ArrayList<>();
    for (int i = 0; i < real.parameters().size(); i++) {
      arguments.add(call.argument(i));
    }
    String now = shown(real.namespace(), real.name(), arguments);
    if (called == calls.size()) {
      throw gap.found("function", "none", now);
    }
    FunctionCallPart part = calls.get(called);
    called++;
    FunctionPart function = functions.get(part.function());
    boolean same =
        function.namespace().equals(real.namespace())
            && function.name().equals(real.name())
            && part.arguments().equals(arguments);
    if (!same) {
      String then = shown(function.namespace(), function.name(), part.arguments());
      throw gap.found("function", then, now);
    }
    part.steps().forEach(step -> take(step, call));
    if (!part.end().equals(FunctionCallPart.RETURNED)) {
      throw new IllegalStateException("the function failed when it was recorded");
    }
    return part.result();
  }

  private static String shown(String namespace, String name, List<Long> arguments) {
    return GuestText.escape(namespace + "." + name + arguments);
  }

  private static void take(StepPart step, PluginCall call) {
    switch (step.step()) {
      case StepPart.BYTES -> {
        byte[] ignored = call.bytes(step.index());
      }
      case StepPart.GIVE -> {
        long ignored = call.give(step.content());
      }
      case StepPart.FREE -> call.free(step.index());
      default -> throw new IllegalStateException("a step that there is not");
    }
  }
}
