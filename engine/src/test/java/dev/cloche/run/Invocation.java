package dev.cloche.run;

import com.dylibso.chicory.wasm.WasmModule;
import com.dylibso.chicory.wasm.types.ExternalType;
import com.dylibso.chicory.wasm.types.FunctionType;
import com.dylibso.chicory.wasm.types.ValType;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;

/**
 * A call of an exported function.
 *
 * @param arguments bits, as Chicory takes them
 */
@SuppressWarnings("ArrayRecordComponent") // Chicory takes arrays; nobody compares these.
record Invocation(String export, FunctionType type, long[] arguments) {

  /** Refills what keeps a random module from running for ever. */
  static final String REFILL = "hangLimitInitializer";

  private static final long[] NUMBERS = {
    0,
    1,
    -1,
    2,
    7,
    255,
    65_536,
    1_000_000,
    0x7FFF_FFFFL,
    0x8000_0000L,
    Long.MAX_VALUE,
    Long.MIN_VALUE
  };

  private static final double[] REALS = {
    0, -0.0, 1, -1.5, 1e9, -4e9, 1e19, 1e-40, Double.MIN_VALUE, Double.POSITIVE_INFINITY
  };

  /** Each function that a module exports, with arguments by a seed. */
  static List<Invocation> all(WasmModule module, long seed) {
    Random random = new Random(seed);
    List<Invocation> calls = new ArrayList<>();
    for (int i = 0; i < module.exportSection().exportCount(); i++) {
      var export = module.exportSection().getExport(i);
      if (export.exportType() == ExternalType.FUNCTION && !export.name().equals(REFILL)) {
        int defined = export.index() - module.importSection().importCount();
        FunctionType type = module.functionSection().getFunctionType(defined, module.typeSection());
        long[] arguments =
            type.params().stream().mapToLong(each -> argument(each, random)).toArray();
        calls.add(new Invocation(export.name(), type, arguments));
      }
    }
    return calls;
  }

  private static long argument(ValType type, Random random) {
    long number = NUMBERS[random.nextInt(NUMBERS.length)];
    double real = REALS[random.nextInt(REALS.length)];
    return switch (type.opcode()) {
      case ValType.ID.I32 -> (int) number;
      case ValType.ID.I64 -> number;
      case ValType.ID.F32 -> Float.floatToRawIntBits((float) real);
      case ValType.ID.F64 -> Double.doubleToRawLongBits(real);
      default -> throw new AssertionError(type);
    };
  }

  /** As one line for {@code behaviour.mjs}: the name, result types, arguments with their types. */
  String line() {
    StringBuilder line = new StringBuilder(export).append('\t');
    line.append(type.returns().stream().map(Bits::name).collect(Collectors.joining(" ")));
    for (int i = 0; i < arguments.length; i++) {
      line.append('\t').append(Bits.name(type.params().get(i))).append(' ');
      line.append(Bits.text(type.params().get(i), arguments[i]));
    }
    return line.toString();
  }
}
