package dev.cloche.run;

import com.dylibso.chicory.runtime.ExecutionListener;
import com.dylibso.chicory.runtime.MStack;
import com.dylibso.chicory.runtime.WasmRuntimeException;
import com.dylibso.chicory.wasm.types.Instruction;
import com.dylibso.chicory.wasm.types.OpCode;

/**
 * Traps where Chicory 1.7.5's interpreter would not: its {@code store8} and {@code i64.store32} add
 * base and offset without a check, and where the sum is above 4 GiB write at the bottom of memory.
 *
 * <p>Compiled code does not call listeners and has the check.
 */
final class StoreGuard implements ExecutionListener {

  /** Where a store keeps its static offset, an unsigned 32-bit number. */
  private static final int OFFSET = 1;

  @Override
  public void onExecution(Instruction instruction, MStack stack) {
    OpCode opcode = instruction.opcode();
    if (opcode == OpCode.I32_STORE8
        || opcode == OpCode.I64_STORE8
        || opcode == OpCode.I64_STORE32) {
      long value = stack.pop();
      int base = (int) stack.peek();
      stack.push(value);
      if (base < 0 || instruction.operand(OFFSET) > Integer.MAX_VALUE) {
        throw new WasmRuntimeException("out of bounds memory access");
      }
    }
  }
}
