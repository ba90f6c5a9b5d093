package dev.cloche.wasi;

import static dev.cloche.wasi.Parameter.BYTES;
import static dev.cloche.wasi.Parameter.FETCH_FLAGS;
import static dev.cloche.wasi.Parameter.HANDLE;
import static dev.cloche.wasi.Parameter.HEADERS;
import static dev.cloche.wasi.Parameter.INT_RESULT;
import static dev.cloche.wasi.Parameter.LENGTH;
import static dev.cloche.wasi.Parameter.METHOD;
import static dev.cloche.wasi.Parameter.URL;

import dev.cloche.wasi.Function.Binding;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The functions of the module {@code cloche}, as {@link FunctionTable} has those of preview1. */
final class FetchTable {
  private static final Map<String, Function> FUNCTIONS = new LinkedHashMap<>();

  static {
    add(
        "http_open",
        groups -> groups.fetch()::open,
        METHOD,
        LENGTH,
        URL,
        LENGTH,
        HEADERS,
        LENGTH,
        FETCH_FLAGS,
        INT_RESULT);
    add("http_write", groups -> groups.fetch()::write, HANDLE, BYTES, LENGTH, INT_RESULT);
    add("http_send", groups -> groups.fetch()::send, HANDLE, INT_RESULT);
    add("http_headers", groups -> groups.fetch()::headers, HANDLE, BYTES, LENGTH, INT_RESULT);
    add("http_read", groups -> groups.fetch()::read, HANDLE, BYTES, LENGTH, INT_RESULT);
    add("http_error", groups -> groups.fetch()::error, HANDLE, BYTES, LENGTH, INT_RESULT);
    add("http_close", groups -> groups.fetch()::close, HANDLE);
  }

  private FetchTable() {}

  private static void add(String name, Binding binding, Parameter... parameters) {
    FUNCTIONS.put(name, new Function(HostModule.CLOCHE, name, List.of(parameters), true, binding));
  }

  /** Returns all functions by name; preview1 has none of these names. */
  static Map<String, Function> functions() {
    return Collections.unmodifiableMap(FUNCTIONS);
  }
}
