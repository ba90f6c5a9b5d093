package dev.cloche.run;

import com.dylibso.chicory.runtime.HostFunction;
import com.dylibso.chicory.wasm.types.FunctionType;
import com.dylibso.chicory.wasm.types.ValType;
import dev.cloche.PluginFunction;
import dev.cloche.extism.Extism;
import dev.cloche.extism.KernelTrap;
import dev.cloche.extism.KernelView;
import dev.cloche.module.GuestText;
import dev.cloche.wasi.HostBudget;
import dev.cloche.wasi.HostCosts;
import dev.cloche.wasi.HostStop;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The functions that an embedder gives to Extism plugins. Immutable. */
final class PluginFunctions {

  private static final long[] NONE = {};

  private final Map<String, PluginFunction> functions = new LinkedHashMap<>();

  /**
   * Holds them.
   *
   * @throws IllegalArgumentException if two have one name
   */
  PluginFunctions(List<PluginFunction> all) {
    for (PluginFunction function : all) {
      if (functions.putIfAbsent(key(function.namespace(), function.name()), function) != null) {
        throw new IllegalArgumentException(
            "there are two plugin functions \""
                + function.namespace()
                + "."
                + function.name()
                + '"');
      }
    }
  }

  /** Holds none. */
  static PluginFunctions none() {
    return new PluginFunctions(List.of());
  }

  private static String key(String module, String name) {
    return module + "\0" + name;
  }

  boolean isEmpty() {
    return functions.isEmpty();
  }

  /** Whether there is a function of the same name and type. */
  boolean has(PluginFunction other) {
    return signature(other.namespace(), other.name()).filter(type(other)::equals).isPresent();
  }

  /** Returns the type of a function; empty if there is no such function. */
  Optional<FunctionType> signature(String module, String name) {
    return Optional.ofNullable(functions.get(key(module, name))).map(PluginFunctions::type);
  }

  private static FunctionType type(PluginFunction function) {
    return FunctionType.of(types(function.parameters()), types(function.results()));
  }

  private static List<ValType> types(List<PluginFunction.Type> types) {
    return types.stream().map(PluginFunctions::type).toList();
  }

  private static ValType type(PluginFunction.Type type) {
    return switch (type) {
      case I32 -> ValType.I32;
      case I64 -> ValType.I64;
      case F32 -> ValType.F32;
      case F64 -> ValType.F64;
    };
  }

  /**
   * Checks that an image can be linked here: its code may come from a cache that an engine with
   * other functions has written.
   *
   * @throws RefusedException if it imports what there is not
   */
  void requireAll(List<Imported> imports) throws RefusedException {
    for (Imported wanted : imports) {
      boolean known =
          GuestJumps.has(wanted)
              || Imports.signature(wanted.module(), wanted.name(), this)
                  .filter(wanted.type()::equals)
                  .isPresent();
      if (!known) {
        throw new RefusedException(
            "module refused: unknown import "
                + GuestText.quote(wanted.module() + "." + wanted.name())
                + ": this engine has no such function");
      }
    }
  }

  /** Returns the function that a plugin imports, for one call. */
  HostFunction function(
      Imported wanted, Extism extism, HostBudget budget, BoundCall.Of call, @Nullable Tape tape) {
    PluginFunction function = functions.get(key(wanted.module(), wanted.name()));
    if (function == null) {
      throw new IllegalStateException("there is no plugin function " + wanted.name());
    }
    PluginFunction.Body body = tape == null ? function.body() : tape.function(function);
    return new HostFunction(
        wanted.module(),
        wanted.name(),
        wanted.type(),
        (instance, arguments) -> {
          budget.charge(HostCosts.BASE);
          long result;
          try (KernelView view = extism.view()) {
            result = body.run(new BoundCall(call, view, arguments));
          } catch (HostStop | KernelTrap end) {
            throw end;
          } catch (Throwable fault) {
            log().error("plugin function {} failed", function.name(), fault);
            throw GuestStop.functionFailed();
          }
          budget.checkpoint();
          return function.results().isEmpty() ? NONE : new long[] {result};
        });
  }

  /** Looked up when there is something to log: that takes longer than to open a session. */
  private static Logger log() {
    return LoggerFactory.getLogger(PluginFunctions.class);
  }
}
