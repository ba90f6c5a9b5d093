package dev.cloche.run;

import com.dylibso.chicory.runtime.Instance;
import com.dylibso.chicory.runtime.Machine;
import com.dylibso.chicory.wasm.Parser;
import com.dylibso.chicory.wasm.WasmModule;
import dev.cloche.meter.FuelSchedule;
import dev.cloche.meter.MeteredModule;
import dev.cloche.meter.Skeleton;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * A compiled module as the code cache keeps it. The bytes are trusted: whoever reads them has
 * authenticated them before.
 */
final class CompiledModule {

  /** Goes up when the format or generated code change otherwise than by what else counts. */
  private static final int FORMAT = 14;

  private static final String CHICORY = "1.7.5";

  /** What wrote it: no version reads another's code. */
  static final String VERSION = "s" + FuelSchedule.VERSION + "-f" + FORMAT + "-c" + CHICORY;

  private static final int NONE = -1;

  private final Image.Facts facts;
  private final Optional<Snapshot> snapshot;
  private final HugeMethods methods;
  private final byte[] module;
  private final GuestClasses classes;

  /**
   * Holds a module that was compiled.
   *
   * @param image what calls run in, compiled or not: its facts and its snapshot are kept
   * @param metered the module that was
   * @param methods which of its functions are interpreted, if any: then bodies are needed again
   */
  CompiledModule(Image image, MeteredModule metered, HugeMethods methods, GuestClasses classes) {
    this(
        image.facts(),
        image.snapshot(),
        methods,
        methods.interpreted().isEmpty() ? Skeleton.of(metered) : metered.bytes(),
        classes);
  }

  private CompiledModule(
      Image.Facts facts,
      Optional<Snapshot> snapshot,
      HugeMethods methods,
      byte[] module,
      GuestClasses classes) {
    this.facts = facts;
    this.snapshot = snapshot;
    this.methods = methods;
    this.module = module;
    this.classes = classes;
  }

  /** What its code is like. */
  HugeMethods methods() {
    return methods;
  }

  Image image() {
    return image(classes.verifiedMachines());
  }

  private Image image(Function<Instance, Machine> machines) {
    Image cold = new Image(facts, parsed(), machines);
    boolean withCode = !methods.interpreted().isEmpty();
    return snapshot.map(start -> cold.startingFrom(start, withCode)).orElse(cold);
  }

  /** It was valid when it was compiled; what is interpreted needs what the validator notes. */
  private WasmModule parsed() {
    return methods.interpreted().isEmpty()
        ? BodilessModule.parse(module)
        : Parser.builder()
            .withCustomParsers(Map.of())
            .build()
            .parse(() -> new ByteArrayInputStream(module));
  }

  /** Returns the image where the classes are not in here but can be found by a loader. */
  Image image(ClassLoader loader) {
    return image(GuestClasses.machines(classes.mainClassName(), loader));
  }

  byte[] toBytes() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      writeFacts(out);
      writeMethods(out);
      out.writeBoolean(snapshot.isPresent());
      if (snapshot.isPresent()) {
        snapshot.get().writeTo(out);
      }
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
    HugeMethods methods = readMethods(in);
    Optional<Snapshot> snapshot =
        in.readBoolean() ? Optional.of(Snapshot.readFrom(in)) : Optional.empty();
    byte[] module = readBytes(in);
    String mainClass = in.readUTF();
    Map<String, byte[]> classes = new LinkedHashMap<>();
    for (int left = in.readInt(); left > 0; left--) {
      classes.put(in.readUTF(), readBytes(in));
    }
    return new CompiledModule(
        facts, snapshot, methods, module, new GuestClasses(mainClass, classes));
  }

  private void writeMethods(DataOutputStream out) throws IOException {
    out.writeInt(methods.huge().size());
    for (Map.Entry<Integer, Integer> entry : methods.huge().entrySet()) {
      out.writeInt(entry.getKey());
      out.writeInt(entry.getValue());
    }
    out.writeInt(methods.interpreted().size());
    for (int function : methods.interpreted()) {
      out.writeInt(function);
    }
  }

  private static HugeMethods readMethods(DataInputStream in) throws IOException {
    NavigableMap<Integer, Integer> huge = new TreeMap<>();
    for (int left = in.readInt(); left > 0; left--) {
      int function = in.readInt();
      huge.put(function, in.readInt());
    }
    List<Integer> interpreted = new ArrayList<>();
    for (int left = in.readInt(); left > 0; left--) {
      interpreted.add(in.readInt());
    }
    return new HugeMethods(huge, interpreted);
  }

  private void writeFacts(DataOutputStream out) throws IOException {
    out.writeInt(facts.memory().min());
    out.writeInt(facts.memory().max());
    out.writeBoolean(facts.fixedMemory());
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
    out.writeBoolean(facts.plugin().isPresent());
    if (facts.plugin().isPresent()) {
      facts.plugin().get().writeTo(out);
    }
  }

  private static Image.Facts readFacts(DataInputStream in) throws IOException {
    int memoryMin = in.readInt();
    Image.Pages memory = new Image.Pages(memoryMin, in.readInt());
    boolean fixedMemory = in.readBoolean();
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
    Optional<PluginExports> plugin =
        in.readBoolean() ? Optional.of(PluginExports.readFrom(in)) : Optional.empty();
    return new Image.Facts(
        memory,
        fixedMemory,
        entry,
        start,
        fuelGlobal,
        stackGlobal,
        refuelTable,
        firstPiece,
        names,
        plugin);
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
    int length = in.readInt();
    if (length < 0 || length > in.available()) {
      throw new EOFException("code is cut short");
    }
    byte[] bytes = new byte[length];
    in.readFully(bytes); // in one piece, where readNBytes takes many
    return bytes;
  }
}
