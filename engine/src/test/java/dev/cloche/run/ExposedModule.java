package dev.cloche.run;

import com.dylibso.chicory.wasm.Parser;
import com.dylibso.chicory.wasm.WasmModule;
import com.dylibso.chicory.wasm.WasmWriter;
import com.dylibso.chicory.wasm.types.RawSection;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.function.Supplier;

/**
 * Exports the globals of a module that imports none, so that everyone who runs it can read them.
 */
final class ExposedModule {

  /** Global {@code N} is exported as this and the number. */
  static final String PREFIX = "global ";

  private static final int MEMORIES = 5;
  private static final int EXPORTS = 7;
  private static final byte GLOBAL = 3;

  private ExposedModule() {}

  /** Reads a module that Chicory's validator need not like. */
  static WasmModule parse(byte[] wasm) {
    Supplier<java.io.InputStream> bytes = () -> new java.io.ByteArrayInputStream(wasm);
    return Parser.builder().withValidation(false).build().parse(bytes);
  }

  /** Returns a module with a memory of no bytes, where it has none: the engine's code wants one. */
  static byte[] withMemory(byte[] wasm) {
    WasmWriter writer = new WasmWriter();
    boolean[] done = {false};
    Parser.parseWithoutDecoding(
        wasm,
        section -> {
          RawSection raw = (RawSection) section;
          if (!done[0] && raw.sectionId() >= MEMORIES) {
            done[0] = true;
            if (raw.sectionId() != MEMORIES) {
              writer.writeSection(MEMORIES, new byte[] {1, 0, 0});
            }
          }
          writer.writeSection(raw);
        });
    return writer.bytes();
  }

  /** Returns a module that imports no globals, with its own exported as well. */
  static byte[] of(byte[] wasm) {
    int globals = parse(wasm).globalSection().globalCount();
    WasmWriter writer = new WasmWriter();
    Parser.parseWithoutDecoding(
        wasm,
        section -> {
          RawSection raw = (RawSection) section;
          byte[] contents = raw.contents();
          boolean exports = raw.sectionId() == EXPORTS;
          writer.writeSection(raw.sectionId(), exports ? longer(contents, globals) : contents);
        });
    return writer.bytes();
  }

  private static byte[] longer(byte[] exports, int globals) {
    int count = 0;
    int at = 0;
    do {
      count |= (exports[at] & 0x7F) << (7 * at);
    } while (exports[at++] < 0);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    WasmWriter.writeVarUInt32(out, count + globals);
    out.write(exports, at, exports.length - at);
    for (int i = 0; i < globals; i++) {
      byte[] name = (PREFIX + i).getBytes(StandardCharsets.US_ASCII);
      WasmWriter.writeVarUInt32(out, name.length);
      out.writeBytes(name);
      out.write(GLOBAL);
      WasmWriter.writeVarUInt32(out, i);
    }
    return out.toByteArray();
  }
}
