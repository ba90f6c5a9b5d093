package dev.cloche.run;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Type;

/**
 * What the engine changes in the classes that Chicory's compiler makes: the targets of some calls.
 *
 * <ul>
 *   <li>Accesses to linear memory and interruption checks go to {@link GuestSupport}.
 *   <li>Unsigned comparisons go to {@link UnsignedCompare} on JDK 11 to 17, whose C2 can miscompile
 *       {@code Integer.compareUnsigned} in such code (Chicory issues 755, 843, 1178), silently.
 * </ul>
 *
 * <p>A call names its target through the constant pool, so it is enough to point those entries at
 * another class with a method of the same name and type; the code itself stays as it is. Visiting
 * the code of a large module instead takes half a second in a fresh JVM. What Chicory calls
 * otherwise than is known here keeps its own target, and is right, if slower; a test pins what is
 * known.
 */
final class GuestCode {

  private static final boolean UNSAFE_COMPARE = Runtime.version().feature() <= 17;

  /** Tags of constant pool entries (JVMS 17, 4.4). */
  private static final int UTF8 = 1;

  private static final int CLASS = 7;
  private static final int METHOD = 10;

  /** Where the number of constants stands, and where they begin. */
  private static final int COUNT_OFFSET = 8;

  private static final int POOL_OFFSET = 10;

  /** Calls of methods of some class, to go to those of ours that are called the same. */
  private record Redirection(Predicate<String> from, String to, Set<String> methods) {
    static Redirection of(Predicate<String> from, Class<?> to) {
      Set<String> methods =
          Arrays.stream(to.getDeclaredMethods())
              .filter(method -> Modifier.isPublic(method.getModifiers()))
              .map(Redirection::signature)
              .collect(Collectors.toUnmodifiableSet());
      return new Redirection(from, Type.getInternalName(to), methods);
    }

    private static String signature(Method method) {
      return method.getName() + Type.getMethodDescriptor(method);
    }
  }

  /** Chicory's copy of its helpers is called as the module's main class, with this behind. */
  private static final Redirection SUPPORT =
      Redirection.of(owner -> owner.endsWith("Shaded"), GuestSupport.class);

  private static final Redirection COMPARISONS =
      Redirection.of("com/dylibso/chicory/runtime/OpcodeImpl"::equals, UnsignedCompare.class);

  private final byte[] original;
  private final ClassReader reader;
  private final char[] buffer;
  private final byte[] patched;
  private final List<Redirection> used = new ArrayList<>();

  private GuestCode(byte[] classBytes) {
    this.original = classBytes;
    this.reader = new ClassReader(classBytes);
    this.buffer = new char[reader.getMaxStringLength()];
    this.patched = classBytes.clone();
  }

  /** Returns the class as it shall be loaded. */
  static byte[] rewrite(byte[] classBytes) {
    return rewrite(classBytes, UNSAFE_COMPARE);
  }

  static byte[] rewrite(byte[] classBytes, boolean comparisons) {
    GuestCode code = new GuestCode(classBytes);
    code.redirect(SUPPORT);
    if (comparisons) {
      code.redirect(COMPARISONS);
    }
    return code.used.isEmpty() ? classBytes : code.withOurClasses();
  }

  private void redirect(Redirection redirection) {
    int count = reader.getItemCount();
    // Two constants are appended for each class of ours: its name, then the class.
    int target = count + 2 * used.size() + 1;
    boolean found = false;
    for (int i = 1; i < count; i++) {
      // Offsets are those behind an entry's tag; 0 stands for the second half of a long one.
      int entry = reader.getItem(i);
      if (entry > 0 && original[entry - 1] == METHOD && matches(redirection, entry)) {
        ByteBuffer.wrap(patched).putShort(entry, (short) target);
        found = true;
      }
    }
    if (found) {
      used.add(redirection);
    }
  }

  private boolean matches(Redirection redirection, int method) {
    int nameAndType = reader.getItem(reader.readUnsignedShort(method + 2));
    return redirection.from().test(reader.readClass(method, buffer))
        && redirection
            .methods()
            .contains(
                reader.readUTF8(nameAndType, buffer) + reader.readUTF8(nameAndType + 2, buffer));
  }

  private byte[] withOurClasses() {
    int count = reader.getItemCount();
    int more = used.stream().mapToInt(redirection -> 6 + redirection.to().length()).sum();
    ByteBuffer out = ByteBuffer.allocate(original.length + more);
    out.put(patched, 0, COUNT_OFFSET).putShort((short) (count + 2 * used.size()));
    out.put(patched, POOL_OFFSET, reader.header - POOL_OFFSET);
    for (int i = 0; i < used.size(); i++) {
      byte[] name = used.get(i).to().getBytes(StandardCharsets.US_ASCII);
      out.put((byte) UTF8).putShort((short) name.length).put(name);
      out.put((byte) CLASS).putShort((short) (count + 2 * i));
    }
    out.put(patched, reader.header, patched.length - reader.header);
    return out.array();
  }
}
