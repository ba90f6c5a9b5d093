package dev.cloche.run;

import com.dylibso.chicory.runtime.ExecutionListener;
import com.dylibso.chicory.runtime.MStack;
import com.dylibso.chicory.runtime.WasmRuntimeException;
import com.dylibso.chicory.wasm.types.Instruction;

/**
 * Makes Chicory 1.7.5's interpreter do what compiled code does, where it would not: it looks at
 * operands before an instruction runs.
 *
 * <ul>
 *   <li>{@code store8} and {@code i64.store32} add base and offset without a check, and where the
 *       sum is above 4 GiB write at the bottom of memory: here they trap.
 *   <li>Where {@link FloatOperations} differ from Chicory's, operands are replaced by others, for
 *       which Chicory's operation gives the same result.
 * </ul>
 *
 * <p>Compiled code does not call listeners, and has both.
 */
final class InterpreterGuard implements ExecutionListener {

  /** Where a store keeps its static offset, an unsigned 32-bit number. */
  private static final int OFFSET = 1;

  private static final long NAN32 = Float.floatToRawIntBits(FloatOperations.NAN32);
  private static final long NAN64 = Double.doubleToRawLongBits(FloatOperations.NAN64);

  @Override
  public void onExecution(Instruction instruction, MStack stack) {
    switch (instruction.opcode()) {
      case I32_STORE8, I64_STORE8, I64_STORE32 -> store(instruction, stack);
      case F32_MIN, F32_MAX -> either32(stack);
      case F64_MIN, F64_MAX -> either64(stack);
      case F32_CEIL, F32_FLOOR, F32_TRUNC, F32_NEAREST -> rounded32(stack);
      case F64_CEIL, F64_FLOOR, F64_TRUNC, F64_NEAREST -> rounded64(stack);
      case F32_ABS -> stack.push(stack.pop() & Integer.MAX_VALUE);
      case F64_ABS -> stack.push(stack.pop() & Long.MAX_VALUE);
      case F32_CONVERT_I64_U -> stack.push(exact(FloatOperations::F32_CONVERT_I64_U, stack.pop()));
      case F64_CONVERT_I64_U -> stack.push(exact(FloatOperations::F64_CONVERT_I64_U, stack.pop()));
      default -> {}
    }
  }

  private static void store(Instruction instruction, MStack stack) {
    long value = stack.pop();
    int base = (int) stack.peek();
    stack.push(value);
    if (base < 0 || instruction.operand(OFFSET) > Integer.MAX_VALUE) {
      throw new WasmRuntimeException("out of bounds memory access");
    }
  }

  private static boolean isNan32(long bits) {
    return Float.isNaN(Float.intBitsToFloat((int) bits));
  }

  private static boolean isNan64(long bits) {
    return Double.isNaN(Double.longBitsToDouble(bits));
  }

  private static void either32(MStack stack) {
    long right = stack.pop();
    long left = stack.pop();
    boolean nan = isNan32(left) || isNan32(right);
    stack.push(nan ? NAN32 : left);
    stack.push(nan ? NAN32 : right);
  }

  private static void either64(MStack stack) {
    long right = stack.pop();
    long left = stack.pop();
    boolean nan = isNan64(left) || isNan64(right);
    stack.push(nan ? NAN64 : left);
    stack.push(nan ? NAN64 : right);
  }

  private static void rounded32(MStack stack) {
    long operand = stack.pop();
    stack.push(isNan32(operand) ? NAN32 : operand);
  }

  private static void rounded64(MStack stack) {
    long operand = stack.pop();
    stack.push(isNan64(operand) ? NAN64 : operand);
  }

  /** Returns what is converted without rounding, or rounds up to 2^64 in Chicory as well. */
  private static long exact(java.util.function.LongToDoubleFunction conversion, long unsigned) {
    if (unsigned >= 0) {
      return unsigned;
    }
    double rounded = conversion.applyAsDouble(unsigned);
    return rounded >= 0x1p64 ? -1 : (long) (rounded - 0x1p63) + Long.MIN_VALUE;
  }
}
