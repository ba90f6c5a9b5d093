package dev.cloche.run;

import com.dylibso.chicory.wasm.Parser;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalInt;

/**
 * A compiled module as the code cache keeps it. The bytes are trusted: whoever reads them has
 * authenticated them before.
 */
final class CompiledModule {

  private static final int NONE = -1;

  private final Image.Facts facts;
  private final byte[] module;
  private final GuestClasses classes;

  CompiledModule(Image.Facts facts, byte[] module, GuestClasses classes) {
    this.facts = facts;
    this.module = module;
    this.classes = classes;
  }

  Image image() {
    return new Image(facts, Parser.parse(module), classes.verifiedMachines());
  }

  byte[] toBytes() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      writeFacts(out);
      writeBytes(out, module);
      out.writeUTF(classes.mainClassName());
      out.writeInt(classes.classBytes().size());
      for (Map.Entry<String, byte[]> entry : classes.classBytes().entrySet()) {
        out.writeUTF(entry.getKey());
        writeBytes(out, entry.getValue());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  static CompiledModule of(byte[] bytes) throws IOException {
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
    Image.Facts facts = readFacts(in);
    byte[] module = readBytes(in);
    String mainClass = in.readUTF();
    Map<String, byte[]> classes = new LinkedHashMap<>();
    for (int left = in.readInt(); left > 0; left--) {
      classes.put(in.readUTF(), readBytes(in));
    }
    return new CompiledModule(facts, module, new GuestClasses(mainClass, classes));
  }

  private void writeFacts(DataOutputStream out) throws IOException {
    out.writeInt(facts.memory().min());
    out.writeInt(facts.memory().max());
    out.writeInt(facts.entry().orElse(NONE));
    out.writeInt(facts.start().orElse(NONE));
    out.writeInt(facts.fuelGlobal());
    out.writeInt(facts.stackGlobal());
    out.writeInt(facts.refuelTable());
    out.writeInt(facts.firstPiece());
    out.writeInt(facts.functionNames().size());
    for (Map.Entry<Integer, String> entry : facts.functionNames().entrySet()) {
      out.writeInt(entry.getKey());
      out.writeUTF(entry.getValue());
    }
  }

  private static Image.Facts readFacts(DataInputStream in) throws IOException {
    int memoryMin = in.readInt();
    Image.Pages memory = new Image.Pages(memoryMin, in.readInt());
    OptionalInt entry = readIndex(in);
    OptionalInt start = readIndex(in);
    int fuelGlobal = in.readInt();
    int stackGlobal = in.readInt();
    int refuelTable = in.readInt();
    int firstPiece = in.readInt();
    Map<Integer, String> names = new LinkedHashMap<>();
    for (int left = in.readInt(); left > 0; left--) {
      int index = in.readInt();
      names.put(index, in.readUTF());
    }
    return new Image.Facts(
        memory, entry, start, fuelGlobal, stackGlobal, refuelTable, firstPiece, names);
  }

  private static OptionalInt readIndex(DataInputStream in) throws IOException {
    int index = in.readInt();
    return index == NONE ? OptionalInt.empty() : OptionalInt.of(index);
  }

  private static void writeBytes(DataOutputStream out, byte[] bytes) throws IOException {
    out.writeInt(bytes.length);
    out.write(bytes);
  }

  private static byte[] readBytes(DataInputStream in) throws IOException {
    return in.readNBytes(in.readInt());
  }
}
