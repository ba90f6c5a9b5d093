package dev.cloche.extism;

import com.dylibso.chicory.wasm.types.FunctionType;
import com.dylibso.chicory.wasm.types.ValType;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * One function of {@code extism:host/env}: what plugins built from the official development kits
 * import, and the rest that Extism's kernel and runtime export.
 *
 * @param name the import name
 * @param type the type for linking
 * @param bytes how many bytes it moves, which are paid for with the call itself
 * @param binding finds the code among the groups of a call
 */
record KernelFunction(String name, FunctionType type, int bytes, Binding binding) {
  private static final Map<String, KernelFunction> ALL = new LinkedHashMap<>();

  static {
    add("alloc", "j:j", groups -> groups.blocks()::alloc);
    add("free", "j:", groups -> groups.blocks()::free);
    add("length", "j:j", groups -> groups.blocks()::length);
    add("length_unsafe", "j:j", groups -> groups.blocks()::length);
    add("load_u8", "j:i", 1, groups -> groups.blocks()::loadByte);
    add("load_u64", "j:j", Long.BYTES, groups -> groups.blocks()::loadLong);
    add("store_u8", "ji:", 1, groups -> groups.blocks()::storeByte);
    add("store_u64", "jj:", Long.BYTES, groups -> groups.blocks()::storeLong);
    add("input_load_u8", "j:i", 1, groups -> groups.blocks()::inputLoadByte);
    add("input_load_u64", "j:j", Long.BYTES, groups -> groups.blocks()::inputLoadLong);
    add("input_set", "jj:", groups -> groups.blocks()::inputSet);
    add("input_length", ":j", groups -> groups.blocks()::inputLength);
    add("input_offset", ":j", groups -> groups.blocks()::inputOffset);
    add("output_set", "jj:", groups -> groups.blocks()::outputSet);
    add("output_length", ":j", groups -> groups.blocks()::outputLength);
    add("output_offset", ":j", groups -> groups.blocks()::outputOffset);
    add("error_set", "j:", groups -> groups.blocks()::errorSet);
    add("error_get", ":j", groups -> groups.blocks()::errorGet);
    add("reset", ":", groups -> groups.blocks()::reset);
    add("memory_bytes", ":j", groups -> groups.blocks()::memoryBytes);

    add("config_get", "j:j", groups -> groups.variables()::configuration);
    add("var_get", "j:j", groups -> groups.variables()::get);
    add("var_set", "jj:", groups -> groups.variables()::set);

    add("http_request", "jj:j", groups -> groups.http()::request);
    add("http_status_code", ":i", groups -> groups.http()::status);
    add("http_headers", ":j", groups -> groups.http()::headers);

    for (LogLevel level : LogLevel.values()) {
      add("log_" + level.name().toLowerCase(Locale.ROOT), "j:", groups -> groups.log().at(level));
    }
    add("get_log_level", ":i", groups -> groups.log()::level);
  }

  /** The code of a function; the result of one without results does not matter. */
  interface Body {
    long run(long[] arguments);
  }

  /** Finds the code of a function. */
  interface Binding {
    Body bind(Groups groups);
  }

  /**
   * The groups of functions of one call.
   *
   * @param blocks memory, input, output, error
   * @param variables configuration and variables
   * @param http requests
   * @param log the log
   */
  record Groups(BlockCalls blocks, VariableCalls variables, HttpCalls http, LogCalls log) {}

  private static void add(String name, String type, Binding binding) {
    add(name, type, 0, binding);
  }

  private static void add(String name, String type, int bytes, Binding binding) {
    int colon = type.indexOf(':');
    FunctionType signature =
        FunctionType.of(types(type.substring(0, colon)), types(type.substring(colon + 1)));
    KernelFunction ignored = ALL.put(name, new KernelFunction(name, signature, bytes, binding));
  }

  /** Of {@code i}, 32 bits, and {@code j}, 64. */
  private static List<ValType> types(String letters) {
    return letters.chars().mapToObj(c -> c == 'j' ? ValType.I64 : ValType.I32).toList();
  }

  /** Returns all functions by name. */
  static Map<String, KernelFunction> all() {
    return Collections.unmodifiableMap(ALL);
  }
}
