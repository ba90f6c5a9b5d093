package dev.cloche.run;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import org.objectweb.asm.ClassReader;

/**
 * What the engine changes in the classes that Chicory's compiler makes.
 *
 * <p>Unsigned comparisons: C2 of JDK 11 to 17 can miscompile {@code Integer.compareUnsigned} in
 * such code (Chicory issues 755, 843, 1178), silently. There, comparisons go to {@link
 * UnsignedCompare}; on later JDKs nothing changes.
 *
 * <p>A call names its target through the constant pool, so it is enough to point those entries at
 * another class; the code itself stays as it is. Visiting the code of a large module instead takes
 * half a second in a fresh JVM.
 */
final class GuestCode {

  private static final boolean UNSAFE_COMPARE = Runtime.version().feature() <= 17;
  private static final String OPCODES = "com/dylibso/chicory/runtime/OpcodeImpl";
  private static final byte[] OURS =
      UnsignedCompare.class.getName().replace('.', '/').getBytes(StandardCharsets.US_ASCII);

  private static final Set<String> COMPARISONS =
      Set.of(
          "I32_LT_U",
          "I32_LE_U",
          "I32_GT_U",
          "I32_GE_U",
          "I64_LT_U",
          "I64_LE_U",
          "I64_GT_U",
          "I64_GE_U");

  /** Tags of constant pool entries (JVMS 17, 4.4). */
  private static final int UTF8 = 1;

  private static final int CLASS = 7;
  private static final int METHOD = 10;

  /** Where the number of constants stands, and where they begin. */
  private static final int COUNT_OFFSET = 8;

  private static final int POOL_OFFSET = 10;

  private GuestCode() {}

  static byte[] rewrite(byte[] classBytes) {
    return UNSAFE_COMPARE ? withSafeComparisons(classBytes) : classBytes;
  }

  static byte[] withSafeComparisons(byte[] classBytes) {
    ClassReader reader = new ClassReader(classBytes);
    byte[] patched = classBytes.clone();
    int count = reader.getItemCount();
    boolean changed = false;
    for (int i = 1; i < count; i++) {
      // Offsets are those behind an entry's tag; 0 stands for the second half of a long one.
      int entry = reader.getItem(i);
      if (entry > 0 && classBytes[entry - 1] == METHOD && isComparison(reader, entry)) {
        ByteBuffer.wrap(patched).putShort(entry, (short) (count + 1));
        changed = true;
      }
    }
    return changed ? withOurClass(patched, count, reader.header) : classBytes;
  }

  private static boolean isComparison(ClassReader reader, int method) {
    char[] buffer = new char[reader.getMaxStringLength()];
    int nameAndType = reader.getItem(reader.readUnsignedShort(method + 2));
    return OPCODES.equals(reader.readClass(method, buffer))
        && COMPARISONS.contains(reader.readUTF8(nameAndType, buffer));
  }

  /** Appends two constants: our class's name, and at {@code count + 1} the class. */
  private static byte[] withOurClass(byte[] classBytes, int count, int poolEnd) {
    ByteBuffer out = ByteBuffer.allocate(classBytes.length + 6 + OURS.length);
    out.put(classBytes, 0, COUNT_OFFSET).putShort((short) (count + 2));
    out.put(classBytes, POOL_OFFSET, poolEnd - POOL_OFFSET);
    out.put((byte) UTF8).putShort((short) OURS.length).put(OURS);
    out.put((byte) CLASS).putShort((short) count);
    out.put(classBytes, poolEnd, classBytes.length - poolEnd);
    return out.array();
  }
}
