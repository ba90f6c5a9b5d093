package dev.cloche.run;

import com.dylibso.chicory.runtime.ExecutionListener;
import com.dylibso.chicory.runtime.Instance;
import com.dylibso.chicory.runtime.InterpreterMachine;
import com.dylibso.chicory.runtime.MStack;
import com.dylibso.chicory.wasm.ChicoryException;
import com.dylibso.chicory.wasm.Parser;
import com.dylibso.chicory.wasm.WasmModule;
import com.dylibso.chicory.wasm.types.FunctionBody;
import com.dylibso.chicory.wasm.types.Instruction;
import com.dylibso.chicory.wasm.types.OpCode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;

/**
 * The oracle: the module as it came, in Chicory's interpreter, with a listener that counts what is
 * executed. It knows the schedule's words, and nothing of how the meter does it.
 */
final class PlainGuest implements ExecutionListener {

  private final WasmModule module;
  private final List<String> log = new ArrayList<>();
  private final Instance instance;

  /** What entering a function costs, by its first instruction: no branch leads there. */
  private final IdentityHashMap<Instruction, Long> entries = new IdentityHashMap<>();

  private final InterpreterGuard guard = new InterpreterGuard();
  private long count;
  private int blocks;

  PlainGuest(byte[] wasm) {
    module = Parser.parse(wasm);
    instance =
        Instance.builder(module)
            .withImportValues(MeteredGuest.logs(module, log))
            .withMemoryFactory(
                limits ->
                    new LinearMemory(limits.initialPages(), Math.min(limits.maximumPages(), 1024)))
            .withTableFactory(GuestTable::new)
            .withUnsafeExecutionListener(this)
            .withMachineFactory(InterpreterMachine::new)
            .withStart(false)
            .build();
    for (int i = 0; i < module.codeSection().functionBodyCount(); i++) {
      FunctionBody body = module.codeSection().getFunctionBody(i);
      int type = module.functionSection().getFunctionType(i);
      int locals = module.typeSection().getType(type).params().size() + body.localTypes().size();
      entries.put(body.instructions().get(0), Math.max(0, locals - 64) / 8L);
    }
  }

  @Override
  public void onExecution(Instruction instruction, MStack stack) {
    guard.onExecution(instruction, stack);
    OpCode opcode = instruction.opcode();
    blocks = opcode == OpCode.BLOCK ? blocks + 1 : 0;
    // The 1st, 17th, 33rd of blocks that begin one directly inside another.
    boolean free = opcode == OpCode.END || opcode == OpCode.ELSE || opcode == OpCode.NOP;
    if (!free && (blocks == 0 || blocks % 16 == 1)) {
      count++;
    }
    count += sizeCharge(opcode, stack) + entries.getOrDefault(instruction, 0L);
  }

  private long sizeCharge(OpCode opcode, MStack stack) {
    return switch (opcode) {
      case MEMORY_FILL, MEMORY_COPY, MEMORY_INIT -> Integer.toUnsignedLong((int) stack.peek()) / 8;
      case MEMORY_GROW -> growth((int) stack.peek()) * 8192L;
      case TABLE_FILL, TABLE_COPY, TABLE_INIT -> (int) stack.peek();
      default -> 0;
    };
  }

  private int growth(int delta) {
    int room = instance.memory().maximumPages() - instance.memory().pages();
    return delta >= 0 && delta <= room ? delta : 0;
  }

  /** Calls an exported function, and tells its results' bits or its trap. */
  MeteredGuest.Ending call(String export, long... arguments) {
    String kind;
    try {
      kind = "ok" + Arrays.toString(instance.export(export).apply(arguments));
    } catch (ChicoryException | ArithmeticException trap) {
      kind = "trap " + Traps.kind(trap);
    }
    return new MeteredGuest.Ending(kind, count);
  }

  List<String> log() {
    return log;
  }
}
