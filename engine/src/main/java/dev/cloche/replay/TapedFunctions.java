package dev.cloche.replay;

import dev.cloche.PluginCall;
import dev.cloche.PluginFunction;
import dev.cloche.extism.KernelTrap;
import dev.cloche.replay.Sheet.FunctionCallPart;
import dev.cloche.replay.Sheet.FunctionPart;
import dev.cloche.replay.Sheet.StepPart;
import dev.cloche.wasi.HostStop;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Takes down what functions of the embedder are given, do with the plugin's memory, and return. */
final class TapedFunctions {

  private static final byte[] NOTHING = {};

  private final Room room;
  private final List<FunctionPart> functions = new ArrayList<>();
  private final List<FunctionCallPart> calls = new ArrayList<>();

  TapedFunctions(Room room) {
    this.room = room;
  }

  List<FunctionPart> functions() {
    return functions;
  }

  List<FunctionCallPart> calls() {
    return calls;
  }

  PluginFunction.Body body(PluginFunction real) {
    int number = functions.size();
    functions.add(
        new FunctionPart(
            real.namespace(), real.name(), names(real.parameters()), names(real.results())));
    return call -> run(number, real, call);
  }

  private static List<String> names(List<PluginFunction.Type> types) {
    return types.stream().map(PluginFunction.Type::name).toList();
  }

  private long run(int number, PluginFunction real, PluginCall call) throws Exception {
    List<Long> arguments = new ArrayList<>();
    for (int i = 0; i < real.parameters().size(); i++) {
      arguments.add(call.argument(i));
    }
    room.take(arguments.size() * 20L + 100);
    Taped taped = new Taped(call);
    String end = FunctionCallPart.FAILED;
    long result = 0;
    try {
      result = real.body().run(taped);
      end = FunctionCallPart.RETURNED;
      return result;
    } catch (HostStop | KernelTrap ended) {
      end = FunctionCallPart.ENDED;
      throw ended;
    } finally {
      calls.add(new FunctionCallPart(number, arguments, taped.steps, end, result));
    }
  }

  /** The memory of the plugin, with what is done to it taken down first. */
  private final class Taped implements PluginCall {
    private final PluginCall real;
    private final List<StepPart> steps = new ArrayList<>();

    Taped(PluginCall real) {
      this.real = real;
    }

    private void step(String what, int index, byte[] content) {
      room.take(content.length + 60L);
      steps.add(new StepPart(what, index, content));
    }

    @Override
    public long argument(int index) {
      return real.argument(index);
    }

    @Override
    public byte[] bytes(int index) {
      step(StepPart.BYTES, index, NOTHING);
      return real.bytes(index);
    }

    @Override
    public String text(int index) {
      return new String(bytes(index), StandardCharsets.UTF_8);
    }

    @Override
    public long give(byte[] content) {
      step(StepPart.GIVE, 0, content.clone());
      return real.give(content);
    }

    @Override
    public long give(String content) {
      return give(content.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public void free(int index) {
      step(StepPart.FREE, index, NOTHING);
      real.free(index);
    }

    @Override
    public String session() {
      return real.session();
    }

    @Override
    public String tool() {
      return real.tool();
    }
  }
}
