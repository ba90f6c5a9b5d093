package dev.cloche.run;

import com.dylibso.chicory.runtime.Memory;
import com.dylibso.chicory.wasm.ChicoryException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.commons.ClassRemapper;
import org.objectweb.asm.commons.SimpleRemapper;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * What the engine changes in the classes that Chicory's compiler makes.
 *
 * <ul>
 *   <li>The memory that functions hand on is a {@link LinearMemory}, not an interface, and accesses
 *       to it go to {@link GuestSupport}; loads and stores of a module whose memory never grows to
 *       {@link FixedMemory}.
 *   <li>Globals that are fields are read and written as fields ({@link FieldGlobals}).
 *   <li>Comparisons before a jump, decrements and the like take the JVM's own instructions ({@link
 *       GuestPeephole}): less code, of which HotSpot compiles and inlines only so much.
 *   <li>Interruption checks are gone: slices of fuel stop a guest.
 *   <li>Operations on floating-point numbers that Chicory gets wrong go to {@link FloatOperations}.
 *   <li>Unsigned comparisons go to {@link UnsignedCompare} on JDK 11 to 17, whose C2 can miscompile
 *       {@code Integer.compareUnsigned} in such code (Chicory issues 755, 843, 1178), silently.
 * </ul>
 *
 * <p><b>All or nothing.</b> A class in which a call is left that should have been replaced is not
 * what this was written for, and is refused.
 */
final class GuestCode {

  private static final boolean UNSAFE_COMPARE = Runtime.version().feature() <= 17;
  private static final String MEMORY = Type.getInternalName(Memory.class);
  private static final String OURS = Type.getInternalName(LinearMemory.class);
  private static final String SUPPORT = Type.getInternalName(GuestSupport.class);
  private static final String FIXED = Type.getInternalName(FixedMemory.class);
  private static final String COMPARE = Type.getInternalName(UnsignedCompare.class);
  private static final Set<String> SUPPORTED = signatures(GuestSupport.class);
  private static final Set<String> FIXABLE = signatures(FixedMemory.class);
  private static final String FLOATS = Type.getInternalName(FloatOperations.class);
  private static final Set<String> COMPARISONS = signatures(UnsignedCompare.class);
  private static final Set<String> OPERATIONS = signatures(FloatOperations.class);

  private final FieldGlobals globals;
  private final boolean comparisons;

  GuestCode(FieldGlobals globals) {
    this(globals, UNSAFE_COMPARE);
  }

  GuestCode(FieldGlobals globals, boolean comparisons) {
    this.globals = globals;
    this.comparisons = comparisons;
  }

  /** By name and descriptor, with the memory's type as Chicory has it. */
  private static Set<String> signatures(Class<?> type) {
    return Arrays.stream(type.getDeclaredMethods())
        .filter(method -> Modifier.isPublic(method.getModifiers()))
        .map(GuestCode::signature)
        .collect(Collectors.toUnmodifiableSet());
  }

  private static String signature(Method method) {
    String descriptor = Type.getMethodDescriptor(method).replace(OURS, MEMORY);
    return method.getName() + descriptor.replace("[B)", "L" + MEMORY + ";)");
  }

  /**
   * Whether a class is the copy of Chicory's helpers: what is still called there stays as it is.
   */
  static boolean isHelpers(String className) {
    return className.endsWith(GuestPeephole.HELPERS);
  }

  /**
   * Returns a class as it shall be loaded.
   *
   * @throws ChicoryException if it is not as Chicory 1.7.5's compiler makes them
   */
  byte[] rewrite(byte[] classBytes) {
    ClassNode node = new ClassNode();
    new ClassReader(classBytes).accept(node, 0);
    for (MethodNode method : node.methods) {
      GuestPeephole.apply(method, globals);
      for (AbstractInsnNode at : method.instructions) {
        if (at instanceof MethodInsnNode call) {
          redirect(call);
          requireKnown(call);
        }
      }
      // Storing a long in a field lifts the object over it.
      method.maxStack += 2;
    }
    ClassWriter writer = new ClassWriter(0);
    node.accept(new ClassRemapper(writer, new SimpleRemapper(Opcodes.ASM9, MEMORY, OURS)));
    return writer.toByteArray();
  }

  private void redirect(MethodInsnNode call) {
    String signature = call.name + call.desc;
    if (isHelpers(call.owner) && SUPPORTED.contains(signature)) {
      boolean fixed = globals.isMemoryFixed() && FIXABLE.contains(signature);
      call.owner = fixed ? FIXED : SUPPORT;
    } else if (call.owner.equals(GuestPeephole.OPERATIONS)) {
      if (OPERATIONS.contains(signature)) {
        call.owner = FLOATS;
      } else if (comparisons && COMPARISONS.contains(signature)) {
        call.owner = COMPARE;
      }
    }
  }

  private void requireKnown(MethodInsnNode call) {
    boolean memory =
        call.owner.equals(MEMORY)
            || (isHelpers(call.owner) && call.desc.contains(MEMORY))
            || (!call.owner.equals(SUPPORT) && call.desc.endsWith(")L" + MEMORY + ";"));
    boolean comparison =
        comparisons
            && call.owner.equals(GuestPeephole.OPERATIONS)
            && COMPARISONS.contains(call.name + call.desc);
    if (memory || comparison) {
      throw new ChicoryException("compiled code calls " + call.name + " in an unknown way");
    }
  }
}
