package dev.cloche.run;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.cloche.Tool;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;

/** An Extism plugin, as WebAssembly text. */
final class PluginText {

  /** What a text may call by name; an import is declared where the name is used. */
  private static final Map<String, String> IMPORTS = new LinkedHashMap<>();

  static {
    IMPORTS.put("alloc", "(param i64) (result i64)");
    IMPORTS.put("free", "(param i64)");
    IMPORTS.put("length", "(param i64) (result i64)");
    IMPORTS.put("load_u8", "(param i64) (result i32)");
    IMPORTS.put("load_u64", "(param i64) (result i64)");
    IMPORTS.put("store_u8", "(param i64 i32)");
    IMPORTS.put("store_u64", "(param i64 i64)");
    IMPORTS.put("input_offset", "(result i64)");
    IMPORTS.put("input_length", "(result i64)");
    IMPORTS.put("output_set", "(param i64 i64)");
    IMPORTS.put("error_set", "(param i64)");
    IMPORTS.put("config_get", "(param i64) (result i64)");
    IMPORTS.put("var_get", "(param i64) (result i64)");
    IMPORTS.put("var_set", "(param i64 i64)");
    IMPORTS.put("http_request", "(param i64 i64) (result i64)");
    IMPORTS.put("http_status_code", "(result i32)");
    IMPORTS.put("http_headers", "(result i64)");
    IMPORTS.put("log_info", "(param i64)");
    IMPORTS.put("log_error", "(param i64)");
    IMPORTS.put("memory_bytes", "(result i64)");
  }

  private static final String LIBRARY =
      """
      (func $block (param $at i32) (param $size i32) (result i64) (local $block i64) (local $i i32)
        (local.set $block (call $alloc (i64.extend_i32_u (local.get $size))))
        (loop $more
          (if (i32.lt_u (local.get $i) (local.get $size))
            (then
              (call $store_u8
                (i64.add (local.get $block) (i64.extend_i32_u (local.get $i)))
                (i32.load8_u (i32.add (local.get $at) (local.get $i))))
              (local.set $i (i32.add (local.get $i) (i32.const 1)))
              (br $more))))
        (local.get $block))
      (func $say (param $block i64)
        (call $output_set (local.get $block) (call $length (local.get $block))))
      """;

  private final StringBuilder data = new StringBuilder();
  private final StringBuilder imports = new StringBuilder();
  private int at;

  /** An expression that makes a block of a text without quotes and backslashes. */
  String block(String text) {
    int length = text.getBytes(UTF_8).length;
    String made = "(call $block (i32.const %d) (i32.const %d))".formatted(at, length);
    data.append("(data (i32.const %d) \"%s\")".formatted(at, text.replace("\"", "\\22")));
    at += length;
    return made;
  }

  /** Imports a function besides those of Extism, as {@code $name}. */
  PluginText importing(String module, String name, String type) {
    imports.append("(import \"%s\" \"%s\" (func $%s %s))".formatted(module, name, name, type));
    return this;
  }

  /** The plugin with these functions, and a page of linear memory. */
  Tool tool(String functions) {
    String used = LIBRARY + functions;
    IMPORTS.forEach(
        (name, type) -> {
          if (Pattern.compile("\\$" + name + "\\b").matcher(used).find()) {
            importing("extism:host/env", name, type);
          }
        });
    return Tool.of(
        "plugin",
        Wat.wasm("(module %s (memory 1) %s %s %s)".formatted(imports, data, LIBRARY, functions)));
  }

  /** The plugin with one function {@code run} of this body, which returns 0. */
  Tool running(String body) {
    return tool("(func (export \"run\") (result i32) %s (i32.const 0))".formatted(body));
  }

  /** A plugin that says its input. */
  static Tool echo() {
    return new PluginText().running("(call $output_set (call $input_offset) (call $input_length))");
  }
}
