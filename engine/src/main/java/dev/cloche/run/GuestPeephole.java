package dev.cloche.run;

import static org.objectweb.asm.Opcodes.*;

import com.dylibso.chicory.runtime.Instance;
import com.dylibso.chicory.runtime.Memory;
import com.dylibso.chicory.runtime.TableInstance;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.IincInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.IntInsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TypeInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Replaces, in one method that Chicory's compiler made, short sequences of instructions by shorter
 * ones that do the same.
 *
 * <p>A sequence is looked at from its last instruction back, and never reaches over a label: what
 * stands between two labels is entered at its head only.
 */
final class GuestPeephole {

  private static final String MEMORY = Type.getInternalName(LinearMemory.class);
  private static final String INSTANCE = Type.getInternalName(Instance.class);
  private static final String TABLE = Type.getInternalName(GuestTable.class);
  private static final String CHICORY_TABLE = Type.getInternalName(TableInstance.class);
  private static final String SUPPORT = Type.getInternalName(GuestSupport.class);
  static final String OPERATIONS = "com/dylibso/chicory/runtime/OpcodeImpl";

  /** The copy of Chicory's helpers is called as the module's main class, with this behind. */
  static final String HELPERS = "Shaded";

  /**
   * A comparison of {@code OpcodeImpl}.
   *
   * @param prepare what makes an {@code int} of the operands, to be compared with zero; 0 if the
   *     jump compares the operands themselves
   * @param ifTrue the jump that is taken when it holds, and its opposite
   */
  private record Comparison(int prepare, int ifTrue, int ifFalse) {}

  // A NaN makes every comparison but "not equal" false: it counts as greater for "less", and as
  // less for "greater" (JVMS 17, dcmp<op>).
  private static final Map<String, Comparison> COMPARISONS =
      Map.ofEntries(
          Map.entry("I32_EQZ(I)I", new Comparison(0, IFEQ, IFNE)),
          Map.entry("I32_EQ(II)I", new Comparison(0, IF_ICMPEQ, IF_ICMPNE)),
          Map.entry("I32_NE(II)I", new Comparison(0, IF_ICMPNE, IF_ICMPEQ)),
          Map.entry("I32_LT_S(II)I", new Comparison(0, IF_ICMPLT, IF_ICMPGE)),
          Map.entry("I32_LE_S(II)I", new Comparison(0, IF_ICMPLE, IF_ICMPGT)),
          Map.entry("I32_GT_S(II)I", new Comparison(0, IF_ICMPGT, IF_ICMPLE)),
          Map.entry("I32_GE_S(II)I", new Comparison(0, IF_ICMPGE, IF_ICMPLT)),
          Map.entry("I64_EQ(JJ)I", new Comparison(LCMP, IFEQ, IFNE)),
          Map.entry("I64_NE(JJ)I", new Comparison(LCMP, IFNE, IFEQ)),
          Map.entry("I64_LT_S(JJ)I", new Comparison(LCMP, IFLT, IFGE)),
          Map.entry("I64_LE_S(JJ)I", new Comparison(LCMP, IFLE, IFGT)),
          Map.entry("I64_GT_S(JJ)I", new Comparison(LCMP, IFGT, IFLE)),
          Map.entry("I64_GE_S(JJ)I", new Comparison(LCMP, IFGE, IFLT)),
          Map.entry("F32_EQ(FF)I", new Comparison(FCMPL, IFEQ, IFNE)),
          Map.entry("F32_NE(FF)I", new Comparison(FCMPL, IFNE, IFEQ)),
          Map.entry("F32_LT(FF)I", new Comparison(FCMPG, IFLT, IFGE)),
          Map.entry("F32_LE(FF)I", new Comparison(FCMPG, IFLE, IFGT)),
          Map.entry("F32_GT(FF)I", new Comparison(FCMPL, IFGT, IFLE)),
          Map.entry("F32_GE(FF)I", new Comparison(FCMPL, IFGE, IFLT)),
          Map.entry("F64_EQ(DD)I", new Comparison(DCMPL, IFEQ, IFNE)),
          Map.entry("F64_NE(DD)I", new Comparison(DCMPL, IFNE, IFEQ)),
          Map.entry("F64_LT(DD)I", new Comparison(DCMPG, IFLT, IFGE)),
          Map.entry("F64_LE(DD)I", new Comparison(DCMPG, IFLE, IFGT)),
          Map.entry("F64_GT(DD)I", new Comparison(DCMPL, IFGT, IFLE)),
          Map.entry("F64_GE(DD)I", new Comparison(DCMPL, IFGE, IFLT)));

  private final InsnList code;
  private final FieldGlobals globals;

  /** The local that holds the memory; -1 in methods that have none at hand. */
  private final int memorySlot;

  private GuestPeephole(MethodNode method, FieldGlobals globals) {
    this.code = method.instructions;
    this.globals = globals;
    this.memorySlot = memorySlot(method.desc);
  }

  /** Functions and bridges take the memory and the instance last. */
  private static int memorySlot(String descriptor) {
    Type[] parameters = Type.getArgumentTypes(descriptor);
    int last = parameters.length - 1;
    if (last < 1
        || !parameters[last].getInternalName().equals(INSTANCE)
        || !parameters[last - 1].getInternalName().equals(Type.getInternalName(Memory.class))) {
      return -1;
    }
    int slot = 0;
    for (int i = 0; i < last - 1; i++) {
      slot += parameters[i].getSize();
    }
    return slot;
  }

  static void apply(MethodNode method, FieldGlobals globals) {
    GuestPeephole peephole = new GuestPeephole(method, globals);
    // The instructions as they were: what a step replaced or removed behind itself needs no look.
    for (AbstractInsnNode at : peephole.code.toArray()) {
      peephole.look(at);
    }
  }

  private void look(AbstractInsnNode at) {
    switch (at.getOpcode()) {
      case INVOKESTATIC -> call((MethodInsnNode) at);
      case INVOKEVIRTUAL -> virtual((MethodInsnNode) at);
      case ISTORE -> decrement((VarInsnNode) at);
      case IAND -> unsignedByte(at);
      case IFEQ, IFNE -> jump((JumpInsnNode) at);
      default -> {}
    }
  }

  private void call(MethodInsnNode at) {
    if (!at.owner.endsWith(HELPERS)) {
      return;
    }
    switch (at.name) {
      case "checkInterruption" -> code.remove(at);
      case "readGlobal" -> readGlobal(at);
      case "writeGlobal" -> writeGlobal(at);
      case "tableGrow" -> refuel(at);
      default -> {}
    }
  }

  private void virtual(MethodInsnNode at) {
    if (at.owner.equals(INSTANCE) && at.name.equals("memory") && at.desc.startsWith("()")) {
      String descriptor =
          Type.getMethodDescriptor(Type.getType(LinearMemory.class), Type.getType(Instance.class));
      code.set(at, new MethodInsnNode(INVOKESTATIC, SUPPORT, "memory", descriptor, false));
    } else if (at.owner.equals(INSTANCE) && at.name.equals("table") && memorySlot >= 0) {
      code.insertBefore(at, new VarInsnNode(ALOAD, memorySlot));
      String descriptor = "(L" + INSTANCE + ";IL" + MEMORY + ";)L" + TABLE + ";";
      code.set(at, new MethodInsnNode(INVOKESTATIC, SUPPORT, "table", descriptor, false));
    } else if (at.owner.equals(CHICORY_TABLE) && at.name.equals("requiredRef")) {
      ours(at);
    } else if (at.owner.equals(CHICORY_TABLE) && at.name.equals("instance")) {
      noOtherInstance(at);
    }
  }

  /** {@code aload table; iload index; invokevirtual requiredRef} asks our class of tables. */
  private void ours(MethodInsnNode at) {
    AbstractInsnNode table = at.getPrevious().getPrevious();
    if (table instanceof VarInsnNode load && load.getOpcode() == ALOAD) {
      code.insert(table, new TypeInsnNode(CHECKCAST, TABLE));
      at.owner = TABLE;
    }
  }

  /** {@code aload table; iload index; invokevirtual instance} answers null, as our tables do. */
  private void noOtherInstance(MethodInsnNode at) {
    AbstractInsnNode table = at.getPrevious().getPrevious();
    if (table instanceof VarInsnNode load && load.getOpcode() == ALOAD) {
      removeBefore(at, 2);
      code.set(at, new InsnNode(ACONST_NULL));
    }
  }

  /** {@code push index; aload instance; readGlobal; l2i} becomes {@code aload memory; getfield}. */
  private void readGlobal(MethodInsnNode at) {
    String field = fieldBefore(at);
    if (field == null) {
      return;
    }
    removeBefore(at, 2);
    code.insertBefore(at, new VarInsnNode(ALOAD, memorySlot));
    if (isLong(field)) {
      code.set(at, new FieldInsnNode(GETFIELD, MEMORY, field, "J"));
    } else {
      code.remove(at.getNext());
      code.set(at, new FieldInsnNode(GETFIELD, MEMORY, field, "I"));
    }
  }

  /** {@code i2l; push index; aload instance; writeGlobal} puts what is on the stack in a field. */
  private void writeGlobal(MethodInsnNode at) {
    String field = fieldBefore(at);
    if (field == null) {
      return;
    }
    removeBefore(at, 2);
    if (isLong(field)) {
      code.insertBefore(at, new VarInsnNode(ALOAD, memorySlot));
      code.insertBefore(at, new InsnNode(DUP_X2));
      code.insertBefore(at, new InsnNode(POP));
      code.set(at, new FieldInsnNode(PUTFIELD, MEMORY, field, "J"));
      return;
    }
    removeBefore(at, 1);
    AbstractInsnNode value = at.getPrevious();
    if (value.getOpcode() == ILOAD) {
      code.insertBefore(value, new VarInsnNode(ALOAD, memorySlot));
    } else {
      code.insertBefore(at, new VarInsnNode(ALOAD, memorySlot));
      code.insertBefore(at, new InsnNode(SWAP));
    }
    code.set(at, new FieldInsnNode(PUTFIELD, MEMORY, field, "I"));
  }

  /** The field of the global that an access names, where all about it is as expected. */
  private @Nullable String fieldBefore(MethodInsnNode access) {
    AbstractInsnNode instance = access.getPrevious();
    if (memorySlot < 0 || !isLoad(instance, ALOAD, memorySlot + 1)) {
      return null;
    }
    Integer global = constant(instance.getPrevious());
    String field = global == null ? null : globals.name(global);
    if (field == null || isLong(field)) {
      return field;
    }
    boolean converted =
        access.name.equals("readGlobal")
            ? access.getNext().getOpcode() == L2I
            : instance.getPrevious().getPrevious().getOpcode() == I2L;
    return converted ? field : null;
  }

  /** {@code iconst_m1; iload; push table; aload instance; tableGrow} asks the fuel tank itself. */
  private void refuel(MethodInsnNode at) {
    AbstractInsnNode instance = at.getPrevious();
    if (memorySlot < 0 || !isLoad(instance, ALOAD, memorySlot + 1)) {
      return;
    }
    AbstractInsnNode table = instance.getPrevious();
    Integer index = constant(table);
    AbstractInsnNode counter = table.getPrevious();
    if (index == null
        || index != globals.refuelTable()
        || counter == null
        || counter.getOpcode() != ILOAD
        || counter.getPrevious().getOpcode() != ICONST_M1) {
      return;
    }
    code.remove(counter.getPrevious());
    removeBefore(at, 2);
    code.insertBefore(at, new VarInsnNode(ALOAD, memorySlot));
    String descriptor =
        Type.getMethodDescriptor(Type.INT_TYPE, Type.INT_TYPE, Type.getType(LinearMemory.class));
    code.set(at, new MethodInsnNode(INVOKESTATIC, SUPPORT, "refuel", descriptor, false));
  }

  private static boolean isLong(String field) {
    return FieldGlobals.isLong(field);
  }

  /** {@code iload x; push c; isub; istore x} becomes {@code iinc x, -c}, also around a dup. */
  private void decrement(VarInsnNode store) {
    AbstractInsnNode before = store.getPrevious();
    boolean kept = before != null && before.getOpcode() == DUP;
    AbstractInsnNode subtract = kept ? before.getPrevious() : before;
    if (subtract == null || subtract.getOpcode() != ISUB) {
      return;
    }
    Integer amount = constant(subtract.getPrevious());
    if (amount == null || amount < -Short.MAX_VALUE || amount > Short.MAX_VALUE) {
      return;
    }
    if (!isLoad(subtract.getPrevious().getPrevious(), ILOAD, store.var)) {
      return;
    }
    removeBefore(store, kept ? 4 : 3);
    if (kept) {
      code.insert(store, new VarInsnNode(ILOAD, store.var));
    }
    code.set(store, new IincInsnNode(store.var, -amount));
  }

  /** {@code memoryReadByte; sipush 255; iand} reads an unsigned byte. */
  private void unsignedByte(AbstractInsnNode at) {
    AbstractInsnNode mask = at.getPrevious();
    Integer value = constant(mask);
    if (value == null || value != 0xFF || !(mask.getPrevious() instanceof MethodInsnNode read)) {
      return;
    }
    if (read.owner.endsWith(HELPERS) && read.name.equals("memoryReadByte")) {
      removeBefore(at, 1);
      read.name = "memoryReadUnsignedByte";
      read.desc = read.desc.replace(")B", ")I");
      code.remove(at);
    }
  }

  /** A jump on the 0 or 1 of a comparison becomes the comparing jump; so do negations before it. */
  private void jump(JumpInsnNode jump) {
    while ((jump.getOpcode() == IFEQ || jump.getOpcode() == IFNE)
        && jump.getPrevious() instanceof MethodInsnNode call
        && call.owner.equals(OPERATIONS)) {
      Comparison comparison = COMPARISONS.get(call.name + call.desc);
      if (comparison == null) {
        return;
      }
      jump.setOpcode(jump.getOpcode() == IFNE ? comparison.ifTrue() : comparison.ifFalse());
      if (comparison.prepare() != 0) {
        code.set(call, new InsnNode(comparison.prepare()));
        return;
      }
      code.remove(call);
      if (!call.name.equals("I32_EQZ")) {
        againstZero(jump);
        return;
      }
    }
  }

  /** {@code iconst_0; if_icmp<cond>} becomes {@code if<cond>}. */
  private void againstZero(JumpInsnNode jump) {
    if (jump.getPrevious() != null && jump.getPrevious().getOpcode() == ICONST_0) {
      code.remove(jump.getPrevious());
      jump.setOpcode(jump.getOpcode() - IF_ICMPEQ + IFEQ);
    }
  }

  private void removeBefore(AbstractInsnNode at, int count) {
    for (int i = 0; i < count; i++) {
      code.remove(at.getPrevious());
    }
  }

  /** Whether an instruction loads this local, by this opcode. */
  static boolean isLoad(@Nullable AbstractInsnNode at, int opcode, int local) {
    return at instanceof VarInsnNode load && load.getOpcode() == opcode && load.var == local;
  }

  /** The {@code int} that an instruction pushes; null if it does another thing. */
  private static @Nullable Integer constant(@Nullable AbstractInsnNode at) {
    if (at == null) {
      return null;
    }
    int opcode = at.getOpcode();
    if (opcode >= ICONST_M1 && opcode <= ICONST_5) {
      return opcode - ICONST_0;
    }
    if (opcode == BIPUSH || opcode == SIPUSH) {
      return ((IntInsnNode) at).operand;
    }
    return at instanceof LdcInsnNode load && load.cst instanceof Integer value ? value : null;
  }
}
