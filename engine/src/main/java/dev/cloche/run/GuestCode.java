package dev.cloche.run;

import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * What the engine changes in the classes that Chicory's compiler makes.
 *
 * <p>Unsigned comparisons: C2 of JDK 11 to 17 can miscompile {@code Integer.compareUnsigned} in
 * such code (Chicory issues 755, 843, 1178), silently. There, comparisons go to {@link
 * UnsignedCompare}; on later JDKs nothing changes.
 */
final class GuestCode {

  private static final boolean UNSAFE_COMPARE = Runtime.version().feature() <= 17;
  private static final String OPCODES = "com/dylibso/chicory/runtime/OpcodeImpl";
  private static final String OURS = "dev/cloche/run/UnsignedCompare";

  private GuestCode() {}

  static byte[] rewrite(byte[] classBytes) {
    return UNSAFE_COMPARE ? withSafeComparisons(classBytes) : classBytes;
  }

  static byte[] withSafeComparisons(byte[] classBytes) {
    ClassReader reader = new ClassReader(classBytes);
    ClassWriter writer = new ClassWriter(reader, 0);
    reader.accept(
        new ClassVisitor(Opcodes.ASM9, writer) {
          @Override
          public MethodVisitor visitMethod(
              int access, String name, String descriptor, String signature, String[] exceptions) {
            return new Comparisons(
                super.visitMethod(access, name, descriptor, signature, exceptions));
          }
        },
        0);
    return writer.toByteArray();
  }

  private static final class Comparisons extends MethodVisitor {
    Comparisons(MethodVisitor next) {
      super(Opcodes.ASM9, next);
    }

    @Override
    public void visitMethodInsn(
        int opcode, String owner, String name, String descriptor, boolean isInterface) {
      String target = isComparison(owner, name) ? OURS : owner;
      super.visitMethodInsn(opcode, target, name, descriptor, isInterface);
    }

    private static boolean isComparison(String owner, String name) {
      return owner.equals(OPCODES) && name.matches("I(32|64)_(LT|LE|GT|GE)_U");
    }
  }
}
