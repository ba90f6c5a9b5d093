package dev.cloche.run;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import org.objectweb.asm.ClassReader;

/**
 * The functions of a compiled module that Java runs slowly for their size.
 *
 * @param huge functions whose methods HotSpot leaves to its interpreter, by index, with the bytes
 *     of their code: those above {@link #HOTSPOT_LIMIT}, unless the JVM was told otherwise
 * @param interpreted functions beyond the 64 KiB that a Java method may have (JVMS 17, 4.7.3),
 *     which Chicory interprets, by index
 */
record HugeMethods(NavigableMap<Integer, Integer> huge, List<Integer> interpreted) {

  /** HotSpot's {@code HugeMethodLimit}, in bytes of code; fixed in product builds. */
  static final int HOTSPOT_LIMIT = 8000;

  private static final String FUNCTION = "func_";

  HugeMethods {
    huge = java.util.Collections.unmodifiableNavigableMap(new TreeMap<>(huge));
    interpreted = List.copyOf(interpreted);
  }

  /** Returns those of a module that was compiled to these classes but for some functions. */
  static HugeMethods of(Map<String, byte[]> classes, Collection<Integer> interpreted) {
    NavigableMap<Integer, Integer> huge = new TreeMap<>();
    for (Map.Entry<String, byte[]> entry : classes.entrySet()) {
      if (entry.getKey().contains("FuncGroup")) {
        collect(new ClassReader(entry.getValue()), huge);
      }
    }
    List<Integer> sorted = new ArrayList<>(interpreted);
    sorted.sort(null);
    sorted.forEach(huge::remove);
    return new HugeMethods(huge, sorted);
  }

  /**
   * Tells whether this JVM compiles huge methods: with {@code -XX:-DontCompileHugeMethods} it does;
   * empty where it cannot be asked, as on a JVM other than HotSpot.
   */
  static Optional<Boolean> areCompiled() {
    try {
      HotSpotDiagnosticMXBean vm =
          ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
      String flag = vm.getVMOption("DontCompileHugeMethods").getValue();
      return Optional.of(!Boolean.parseBoolean(flag));
    } catch (RuntimeException | LinkageError unknown) {
      return Optional.empty();
    }
  }

  /** Walks the methods of a class file (JVMS 17, 4.1) as far as the length of their code. */
  private static void collect(ClassReader reader, Map<Integer, Integer> huge) {
    char[] buffer = new char[reader.getMaxStringLength()];
    int at = reader.header + 6;
    at += 2 + 2 * reader.readUnsignedShort(at);
    int fields = reader.readUnsignedShort(at);
    at += 2;
    for (int i = 0; i < fields; i++) {
      at = afterAttributes(reader, at + 6);
    }
    int methods = reader.readUnsignedShort(at);
    at += 2;
    for (int i = 0; i < methods; i++) {
      String name = reader.readUTF8(at + 2, buffer);
      int bytes = codeBytes(reader, at + 6, buffer);
      if (bytes > HOTSPOT_LIMIT && name.startsWith(FUNCTION)) {
        huge.put(Integer.parseInt(name.substring(FUNCTION.length())), bytes);
      }
      at = afterAttributes(reader, at + 6);
    }
  }

  private static int codeBytes(ClassReader reader, int attributes, char[] buffer) {
    int at = attributes + 2;
    for (int left = reader.readUnsignedShort(attributes); left > 0; left--) {
      if ("Code".equals(reader.readUTF8(at, buffer))) {
        return reader.readInt(at + 10);
      }
      at += 6 + reader.readInt(at + 2);
    }
    return 0;
  }

  private static int afterAttributes(ClassReader reader, int attributes) {
    int at = attributes + 2;
    for (int left = reader.readUnsignedShort(attributes); left > 0; left--) {
      at += 6 + reader.readInt(at + 2);
    }
    return at;
  }
}
