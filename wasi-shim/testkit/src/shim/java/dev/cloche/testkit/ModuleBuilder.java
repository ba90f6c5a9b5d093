package dev.cloche.testkit;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Puts a module together. Types are given as letters, see {@link Code#type}. Imports come before
 * functions, since they share their numbers. Not thread-safe.
 */
final class ModuleBuilder {
  private static final byte[] HEADER = {0, 'a', 's', 'm', 1, 0, 0, 0};

  private final List<byte[]> types = new ArrayList<>();
  private final List<String> signatures = new ArrayList<>();
  private final List<byte[]> imports = new ArrayList<>();
  private final List<byte[]> functions = new ArrayList<>();
  private final List<byte[]> tables = new ArrayList<>();
  private final List<byte[]> memories = new ArrayList<>();
  private final List<byte[]> globals = new ArrayList<>();
  private final List<byte[]> exports = new ArrayList<>();
  private final List<byte[]> elements = new ArrayList<>();
  private final List<byte[]> bodies = new ArrayList<>();
  private final List<byte[]> data = new ArrayList<>();

  private static byte[] name(String name) {
    byte[] utf8 = name.getBytes(StandardCharsets.UTF_8);
    return new Code().u32(utf8.length).append(utf8).bytes();
  }

  /** Returns the number of a type. */
  int type(String parameters, String results) {
    String signature = parameters + ">" + results;
    int known = signatures.indexOf(signature);
    if (known >= 0) {
      return known;
    }
    signatures.add(signature);
    types.add(new Code().op(0x60).append(letters(parameters)).append(letters(results)).bytes());
    return types.size() - 1;
  }

  private static byte[] letters(String letters) {
    Code code = new Code().u32(letters.length());
    letters.chars().forEach(letter -> code.op(Code.type((char) letter)));
    return code.bytes();
  }

  /** Returns the number of an imported function. */
  int importing(String module, String name, String parameters, String results) {
    if (!functions.isEmpty()) {
      throw new IllegalStateException("imports come before functions");
    }
    imports.add(
        new Code()
            .append(name(module))
            .append(name(name))
            .op(0)
            .u32(type(parameters, results))
            .bytes());
    return imports.size() - 1;
  }

  /** Adds a function and returns its number. */
  int function(String parameters, String results, String locals, Code body) {
    functions.add(new Code().u32(type(parameters, results)).bytes());
    Code entry = new Code().u32(locals.length());
    locals.chars().forEach(letter -> entry.u32(1).op(Code.type((char) letter)));
    entry.append(body).op(Code.END);
    bodies.add(new Code().u32(entry.size()).append(entry).bytes());
    return imports.size() + functions.size() - 1;
  }

  @CanIgnoreReturnValue
  ModuleBuilder exporting(String name, int function) {
    exports.add(new Code().append(name(name)).op(0).u32(function).bytes());
    return this;
  }

  /** Adds the memory, of pages, and exports it. */
  @CanIgnoreReturnValue
  ModuleBuilder memory(int least, int most) {
    memories.add(new Code().op(1).u32(least).u32(most).bytes());
    exports.add(new Code().append(name("memory")).op(2).u32(0).bytes());
    return this;
  }

  /** Adds a table of functions, filled from its start with these. */
  @CanIgnoreReturnValue
  ModuleBuilder table(int size, List<Integer> content) {
    tables.add(new Code().op(0x70).op(1).u32(size).u32(size).bytes());
    Code segment = new Code().u32(0).i32(0).op(Code.END).u32(content.size());
    content.forEach(segment::u32);
    elements.add(segment.bytes());
    return this;
  }

  /** Adds a mutable global that begins as zero. */
  int global(char type) {
    globals.add(new Code().op(Code.type(type)).op(1).constant(type, 0).op(Code.END).bytes());
    return globals.size() - 1;
  }

  /** Adds bytes that are in memory at the start. */
  @CanIgnoreReturnValue
  ModuleBuilder data(int address, byte[] bytes) {
    data.add(new Code().u32(0).i32(address).op(Code.END).u32(bytes.length).append(bytes).bytes());
    return this;
  }

  /** Adds bytes for {@link Code#init} and returns their number. */
  int passive(byte[] bytes) {
    data.add(new Code().u32(1).u32(bytes.length).append(bytes).bytes());
    return data.size() - 1;
  }

  byte[] build() {
    Code module = new Code().append(HEADER);
    section(module, 1, types);
    section(module, 2, imports);
    section(module, 3, functions);
    section(module, 4, tables);
    section(module, 5, memories);
    section(module, 6, globals);
    section(module, 7, exports);
    section(module, 9, elements);
    if (!data.isEmpty()) {
      Code count = new Code().u32(data.size());
      module.op(12).u32(count.size()).append(count);
    }
    section(module, 10, bodies);
    section(module, 11, data);
    return module.bytes();
  }

  private static void section(Code module, int id, List<byte[]> entries) {
    if (!entries.isEmpty()) {
      Code content = new Code().u32(entries.size());
      entries.forEach(content::append);
      module.op(id).u32(content.size()).append(content);
    }
  }
}
