package dev.cloche.testkit;

import dev.cloche.PluginFunction;
import dev.cloche.extism.Extism;
import dev.cloche.testkit.HostArgument.Kind;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Writes the plugin of {@link HostCalls#plugin}: straight code, an import for each function. */
final class HostCallModule {
  /** Where contents of blocks are put before they are copied into one. */
  private static final int SCRATCH = 0;

  private static final int STORE8 = 0x3a;
  private static final int LOAD8_U = 0x2d;
  private static final int I32_EQZ = 0x45;
  private static final int I32_NE = 0x47;
  private static final int I32_LT_U = 0x49;
  private static final int I32_ADD = 0x6a;
  private static final int I64_NE = 0x52;
  private static final int I64_ADD = 0x7c;
  private static final int I64_EXTEND_I32_U = 0xad;
  private static final int PAGE = 65_536;

  private final ModuleBuilder module = new ModuleBuilder();
  private final Map<PluginFunction, Integer> functions = new LinkedHashMap<>();
  private final List<HostCall> calls;
  private final HostCalls.FreedBlocks mayFree;
  private final int alloc;
  private final int free;
  private final int length;
  private final int loadByte;
  private final int storeByte;
  private final int outputSet;
  private int last;
  private int block;
  private int isSame;

  HostCallModule(List<HostCall> calls, HostCalls.FreedBlocks mayFree) {
    this.calls = calls;
    this.mayFree = mayFree;
    this.alloc = kernel("alloc", "j", "j");
    this.free = kernel("free", "j", "");
    this.length = kernel("length", "j", "j");
    this.loadByte = kernel("load_u8", "j", "i");
    this.storeByte = kernel("store_u8", "ji", "");
    this.outputSet = kernel("output_set", "jj", "");
    for (HostCall call : calls) {
      functions.computeIfAbsent(call.function(), this::importing);
    }
  }

  private int kernel(String name, String parameters, String results) {
    return module.importing(Extism.MODULE, name, parameters, results);
  }

  private int importing(PluginFunction function) {
    return module.importing(
        function.namespace(),
        function.name(),
        letters(function.parameters()),
        letters(function.results()));
  }

  private static String letters(List<PluginFunction.Type> types) {
    StringBuilder letters = new StringBuilder();
    types.forEach(type -> letters.append(letter(type)));
    return letters.toString();
  }

  private static char letter(PluginFunction.Type type) {
    return switch (type) {
      case I32 -> 'i';
      case I64 -> 'j';
      case F32 -> 'f';
      case F64 -> 'd';
    };
  }

  byte[] build() {
    module.memory(1, 64);
    last = module.global('j');
    block = module.function("i", "j", "ij", copyingIn());
    isSame = module.function("ji", "i", "i", comparing());
    Code run = new Code();
    int locals = 0;
    for (int i = 0; i < calls.size(); i++) {
      locals = Math.max(locals, calls.get(i).arguments().size());
      write(run, calls.get(i), i + 1);
    }
    run.i32(0);
    module.exporting("run", module.function("", "i", "j".repeat(locals), run));
    return module.build();
  }

  /** Of a length: makes a block of it, of what lies in the scratch. Locals: index, block. */
  private Code copyingIn() {
    Code code = new Code().get(0).op(I64_EXTEND_I32_U).call(alloc).set(2);
    code.op(Code.BLOCK, Code.NO_RESULT).op(Code.LOOP, Code.NO_RESULT);
    code.get(1).get(0).op(I32_LT_U).op(I32_EQZ).op(Code.BR_IF, 1);
    code.get(2).get(1).op(I64_EXTEND_I32_U).op(I64_ADD);
    code.get(1).memory(LOAD8_U).call(storeByte);
    return code.get(1).i32(1).op(I32_ADD).set(1).op(Code.BR, 0).op(Code.END).op(Code.END).get(2);
  }

  /** Of a block and a length: whether it is that long and holds what lies in the scratch. */
  private Code comparing() {
    Code code = new Code().get(0).call(length).get(1).op(I64_EXTEND_I32_U).op(I64_NE);
    code.op(Code.IF, Code.NO_RESULT).i32(0).op(Code.RETURN).op(Code.END);
    code.op(Code.BLOCK, Code.NO_RESULT).op(Code.LOOP, Code.NO_RESULT);
    code.get(2).get(1).op(I32_LT_U).op(I32_EQZ).op(Code.BR_IF, 1);
    code.get(0).get(2).op(I64_EXTEND_I32_U).op(I64_ADD).call(loadByte);
    code.get(2).memory(LOAD8_U).op(I32_NE);
    code.op(Code.IF, Code.NO_RESULT).i32(0).op(Code.RETURN).op(Code.END);
    return code.get(2).i32(1).op(I32_ADD).set(2).op(Code.BR, 0).op(Code.END).op(Code.END).i32(1);
  }

  private void write(Code run, HostCall call, int number) {
    PluginFunction function = call.function();
    if (call.grows()) {
      run.i32(1).op(Code.MEMORY_GROW, 0).op(Code.DROP).i64(PAGE).call(alloc).op(Code.DROP);
    }
    List<Integer> segments = new ArrayList<>();
    for (int i = 0; i < call.arguments().size(); i++) {
      HostArgument argument = call.arguments().get(i);
      segments.add(
          argument.content().length() == 0 ? -1 : module.passive(argument.content().bytes()));
      make(run, argument, segments.get(i), i);
    }
    for (int i = 0; i < call.arguments().size(); i++) {
      push(run, function.parameters().get(i), call.arguments().get(i), i);
    }
    run.call(functions.get(function));
    take(run, function.results());
    for (int i = 0; i < call.arguments().size(); i++) {
      if (call.arguments().get(i).isWhole() && !mayFree.mayFree(function, i)) {
        check(run, call.arguments().get(i), segments.get(i), i, number);
      }
    }
  }

  /** Makes the block of an argument and keeps it in a local. */
  private void make(Code run, HostArgument argument, int segment, int local) {
    if (argument.kind() != Kind.BLOCK && argument.kind() != Kind.FREED) {
      return;
    }
    int size = argument.content().length();
    if (segment >= 0) {
      run.init(segment, SCRATCH, size);
    }
    run.i32(size).call(block).set(local);
    if (argument.kind() == Kind.FREED) {
      run.get(local).call(free);
    }
  }

  private void push(Code run, PluginFunction.Type type, HostArgument argument, int local) {
    switch (argument.kind()) {
      case NUMBER -> run.constant(letter(type), argument.bits());
      case BLOCK -> run.get(local).i64(argument.bits()).op(I64_ADD);
      case FREED -> run.get(local);
      case LAST -> run.op(Code.GLOBAL_GET, last);
    }
  }

  private void take(Code run, List<PluginFunction.Type> results) {
    if (results.equals(List.of(PluginFunction.Type.I64))) {
      run.op(Code.GLOBAL_SET, last);
    } else if (!results.isEmpty()) {
      run.op(Code.DROP);
    }
  }

  /** Prints the number of the call and ends, unless the block is as it was made. */
  private void check(Code run, HostArgument argument, int segment, int local, int number) {
    int size = argument.content().length();
    run.init(segment, SCRATCH, size);
    run.get(local).i32(size).call(isSame).op(I32_EQZ).op(Code.IF, Code.NO_RESULT);
    run.i32(SCRATCH).i32(number).memory(STORE8).i32(1).call(block).i64(1).call(outputSet);
    run.i32(0).op(Code.RETURN).op(Code.END);
  }
}
