package dev.cloche.run;

import static dev.cloche.run.GuestPeephole.isLoad;
import static dev.cloche.run.RegisterPassing.*;
import static org.objectweb.asm.Opcodes.*;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * How one function uses the counters, as {@code MeterCode} writes it, where it may take them as
 * parameters: it loads the counter of fuel at its start; and either leaves the stack alone, or
 * takes the frame's weight at its start, checks it once, and gives it back before each end.
 */
final class Passing {

  /** {@code aload memory; getfield; push weight; isub or iadd; aload memory; swap; putfield}. */
  private static final int WEIGHING = 7;

  private final int memory;

  /** The load at the start, and for the stack what follows it. */
  private final AbstractInsnNode fuel;

  private @Nullable AbstractInsnNode weighed;
  private @Nullable AbstractInsnNode checked;

  /** The loads of the stack before each end. */
  private final List<AbstractInsnNode> ends = new ArrayList<>();

  private Passing(int memory, AbstractInsnNode fuel) {
    this.memory = memory;
    this.fuel = fuel;
  }

  /** Returns how, or null where that is not plain to see. */
  static @Nullable Passing of(MethodNode method) {
    if (!method.name.startsWith("func_") || !isGuests(method.desc)) {
      return null;
    }
    AbstractInsnNode fuel = atStart(method, FUEL);
    if (fuel == null) {
      return null;
    }
    Passing passing = new Passing(slot(method.desc, MEMORY), fuel);
    return isLoad(fuel.getPrevious(), ALOAD, passing.memory) && passing.findStack(method)
        ? passing
        : null;
  }

  /** The first load of a counter, if nothing can come between it and the start. */
  private static @Nullable AbstractInsnNode atStart(MethodNode method, String counter) {
    for (AbstractInsnNode at : method.instructions) {
      if (isField(at, GETFIELD, counter)) {
        return at;
      }
      if (at instanceof LabelNode || at instanceof MethodInsnNode || at instanceof JumpInsnNode) {
        return null;
      }
    }
    return null;
  }

  /** Finds all accesses to the stack; false if one is another than those that are known. */
  private boolean findStack(MethodNode method) {
    int stores = 0;
    int returns = 0;
    for (AbstractInsnNode at : method.instructions) {
      if (isField(at, GETFIELD, STACK) && !find(at)) {
        return false;
      }
      stores += isField(at, PUTFIELD, STACK) ? 1 : 0;
      if (at.getOpcode() >= IRETURN && at.getOpcode() <= RETURN) {
        returns++;
      }
    }
    if (weighed == null) {
      return stores == 0 && checked == null && ends.isEmpty();
    }
    return weighed == atStart(method, STACK)
        && checked != null
        && isAskingBehind(checked)
        && stores == 1 + ends.size()
        && returns == ends.size();
  }

  private boolean find(AbstractInsnNode load) {
    if (!isLoad(load.getPrevious(), ALOAD, memory)) {
      return false;
    }
    if (load.getNext().getOpcode() == IOR) {
      boolean first = checked == null;
      checked = load;
      return first;
    }
    if (!isWeighing(load)) {
      return false;
    }
    if (load.getNext().getNext().getOpcode() == ISUB) {
      boolean first = weighed == null;
      weighed = load;
      return first;
    }
    ends.add(load);
    return isBeforeEnd(load);
  }

  private boolean isWeighing(AbstractInsnNode load) {
    AbstractInsnNode operation = load.getNext().getNext();
    int opcode = operation == null ? -1 : operation.getOpcode();
    return (opcode == ISUB || opcode == IADD)
        && isLoad(operation.getNext(), ALOAD, memory)
        && operation.getNext().getNext().getOpcode() == SWAP
        && isField(operation.getNext().getNext().getNext(), PUTFIELD, STACK);
  }

  /** Whether nothing but a store of fuel stands between what is weighed here and an end. */
  private boolean isBeforeEnd(AbstractInsnNode load) {
    AbstractInsnNode at = load;
    for (int i = 1; i < WEIGHING; i++) {
      at = at.getNext();
    }
    if (isLoad(at, ALOAD, memory)
        && at.getNext().getOpcode() == ILOAD
        && isField(at.getNext().getNext(), PUTFIELD, FUEL)) {
      at = at.getNext().getNext().getNext();
    }
    return at != null && at.getOpcode() >= IRETURN && at.getOpcode() <= RETURN;
  }

  /** {@code ior; ifge past; iload; aload memory; refuel}: where the stack may be found negative. */
  private static boolean isAskingBehind(AbstractInsnNode check) {
    AbstractInsnNode jump = check.getNext().getNext();
    return jump.getOpcode() == IFGE
        && jump.getNext().getNext().getNext() instanceof MethodInsnNode call
        && call.name.equals("refuel");
  }

  /** Changes the function: the counters are in these locals. */
  void apply(InsnList code, int fuelSlot, int stackSlot) {
    replace(code, fuel, fuelSlot);
    if (weighed != null && checked != null) {
      AbstractInsnNode operation = weighed.getNext().getNext();
      remove(code, operation, 2);
      code.set(operation.getNext(), new VarInsnNode(ISTORE, stackSlot));
      replace(code, weighed, stackSlot);
      AbstractInsnNode jump = checked.getNext().getNext();
      replace(code, checked, stackSlot);
      code.insert(jump, storeStack(memory, stackSlot));
    }
    for (AbstractInsnNode load : ends) {
      AbstractInsnNode before = load.getPrevious();
      remove(code, before, WEIGHING - 1);
      code.remove(before);
    }
  }

  /** Replaces a load of a field by one of a local. */
  private static void replace(InsnList code, AbstractInsnNode load, int local) {
    code.remove(load.getPrevious());
    code.set(load, new VarInsnNode(ILOAD, local));
  }

  /** Removes what follows an instruction. */
  private static void remove(InsnList code, AbstractInsnNode after, int count) {
    for (int i = 0; i < count; i++) {
      code.remove(after.getNext());
    }
  }

  /** {@code aload memory; iload; putfield}: tells what is left of the stack. */
  static InsnList storeStack(int memory, int stackSlot) {
    InsnList code = new InsnList();
    code.add(new VarInsnNode(ALOAD, memory));
    code.add(new VarInsnNode(ILOAD, stackSlot));
    code.add(new FieldInsnNode(PUTFIELD, MEMORY, STACK, "I"));
    return code;
  }
}
