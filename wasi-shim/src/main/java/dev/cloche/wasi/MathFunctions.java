package dev.cloche.wasi;

import static java.util.Map.entry;

import com.dylibso.chicory.runtime.HostFunction;
import com.dylibso.chicory.wasm.types.FunctionType;
import com.dylibso.chicory.wasm.types.ValType;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The module {@code teavmMath}: functions of {@link Math} that TeaVM's class library imports
 * instead of bringing them. They are pure, take and give doubles, and touch nothing of the guest.
 *
 * <p>{@link StrictMath} gives the same bits on every JVM and machine, and NaN is always the
 * canonical one: the same call has the same results. Each is charged as any host call. A trace does
 * not show them.
 */
final class MathFunctions {

  /** The module that guests import the functions from. */
  static final String MODULE = "teavmMath";

  private static final FunctionType OF_ONE =
      FunctionType.of(List.of(ValType.F64), List.of(ValType.F64));
  private static final FunctionType OF_TWO =
      FunctionType.of(List.of(ValType.F64, ValType.F64), List.of(ValType.F64));

  private static final Map<String, MathFunction> FUNCTIONS =
      Map.ofEntries(
          entry("acos", of(StrictMath::acos)),
          entry("asin", of(StrictMath::asin)),
          entry("atan", of(StrictMath::atan)),
          entry("atan2", new MathFunction(OF_TWO, x -> StrictMath.atan2(x[0], x[1]))),
          entry("ceil", of(StrictMath::ceil)),
          entry("cos", of(StrictMath::cos)),
          entry("exp", of(StrictMath::exp)),
          entry("floor", of(StrictMath::floor)),
          entry("log", of(StrictMath::log)),
          entry("sin", of(StrictMath::sin)),
          entry("sqrt", of(StrictMath::sqrt)),
          entry("tan", of(StrictMath::tan)));

  private MathFunctions() {}

  private interface Formula {
    double of(double[] arguments);
  }

  private interface OfOne {
    double of(double argument);
  }

  private record MathFunction(FunctionType type, Formula formula) {}

  private static MathFunction of(OfOne formula) {
    return new MathFunction(OF_ONE, x -> formula.of(x[0]));
  }

  /** Returns the names of all of them. */
  static List<String> names() {
    return FUNCTIONS.keySet().stream().sorted().toList();
  }

  /** Returns the type of a function; empty if there is none of this name. */
  static Optional<FunctionType> type(String name) {
    return Optional.ofNullable(FUNCTIONS.get(name)).map(MathFunction::type);
  }

  /** Returns a function that a budget pays for; empty if there is none of this name. */
  static Optional<HostFunction> hostFunction(String name, HostBudget budget) {
    return Optional.ofNullable(FUNCTIONS.get(name))
        .map(
            function ->
                new HostFunction(
                    MODULE,
                    name,
                    function.type(),
                    (instance, arguments) -> {
                      budget.charge(HostCosts.BASE);
                      return new long[] {apply(function.formula(), arguments)};
                    }));
  }

  private static long apply(Formula formula, long[] arguments) {
    double[] numbers = new double[arguments.length];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = Double.longBitsToDouble(arguments[i]);
    }
    // Not the raw bits: what a NaN carries differs between machines.
    return Double.doubleToLongBits(formula.of(numbers));
  }
}
