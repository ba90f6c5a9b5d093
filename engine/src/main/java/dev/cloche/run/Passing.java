package dev.cloche.run;

import static org.objectweb.asm.Opcodes.*;

import org.jspecify.annotations.Nullable;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * How one function can take the counter.
 *
 * @param entry the index of the load of the counter at its start, which the parameter replaces; no
 *     call stands before it, so that a change of calls leaves it where it is
 * @param local holds the counter at each end; -1 if the parameter itself does, once charged
 */
record Passing(int entry, int local) {

  /** Returns how, or null where the counter is not plain to see. */
  static @Nullable Passing of(MethodNode method) {
    if (!method.name.startsWith("func_") || !method.desc.contains(FuelPassing.TAIL)) {
      return null;
    }
    int memory = FuelPassing.memorySlot(method.desc);
    int entry = entry(method, memory);
    if (entry < 0) {
      return null;
    }
    if (!FuelPassing.isPacked(method.desc)) {
      return new Passing(entry, -1);
    }
    if (isChargedOnce(method, entry)) {
      return new Passing(entry, -1);
    }
    int local = localAtEnds(method, memory);
    return local < 0 ? null : new Passing(entry, local);
  }

  /** The index of the first load of the counter, if nothing can come between it and the start. */
  private static int entry(MethodNode method, int memory) {
    for (int i = 0; i < method.instructions.size(); i++) {
      AbstractInsnNode at = method.instructions.get(i);
      if (FuelPassing.isFuel(at, GETFIELD)) {
        return FuelPassing.isLoad(at.getPrevious(), ALOAD, memory) ? i : -1;
      }
      if (at instanceof LabelNode || at instanceof MethodInsnNode) {
        return -1;
      }
    }
    return -1;
  }

  /** {@code getfield; push cost; isub; aload memory; swap; putfield}, and no more of it. */
  private static boolean isChargedOnce(MethodNode method, int entry) {
    AbstractInsnNode store = method.instructions.get(entry);
    for (int i = 0; i < 5 && store != null; i++) {
      store = store.getNext();
    }
    if (!FuelPassing.isFuel(store, PUTFIELD) || store.getPrevious().getOpcode() != SWAP) {
      return false;
    }
    int accesses = 0;
    for (AbstractInsnNode at : method.instructions) {
      if (FuelPassing.isFuel(at, GETFIELD) || FuelPassing.isFuel(at, PUTFIELD)) {
        accesses++;
      }
      if (at instanceof MethodInsnNode call
          && (call.desc.contains(FuelPassing.INSTANCE) || call.name.equals("refuel"))) {
        return false;
      }
    }
    return accesses == 2;
  }

  /** The local that is stored as counter right before each end; -1 if not the same at all. */
  private static int localAtEnds(MethodNode method, int memory) {
    int local = -1;
    for (AbstractInsnNode at : method.instructions) {
      if (at.getOpcode() < IRETURN || at.getOpcode() > RETURN) {
        continue;
      }
      AbstractInsnNode store = at.getPrevious();
      if (!FuelPassing.isFuel(store, PUTFIELD)
          || !(store.getPrevious() instanceof VarInsnNode value)
          || value.getOpcode() != ILOAD
          || !FuelPassing.isLoad(value.getPrevious(), ALOAD, memory)
          || (local >= 0 && local != value.var)) {
        return -1;
      }
      local = value.var;
    }
    return local;
  }

  /** Changes the function, whose locals have moved. */
  void apply(MethodNode method, int counter) {
    InsnList code = method.instructions;
    AbstractInsnNode load = code.get(entry);
    code.remove(load.getPrevious());
    AbstractInsnNode parameter = new VarInsnNode(ILOAD, counter);
    code.set(load, parameter);
    if (!FuelPassing.isPacked(method.desc)) {
      return;
    }
    int kept = local < 0 ? counter : local + 1;
    if (local < 0) {
      // iload counter; push cost; isub, and from here on: swap; putfield
      AbstractInsnNode charged = parameter.getNext().getNext();
      code.insert(charged, new VarInsnNode(ISTORE, counter));
      code.insert(charged, new InsnNode(DUP));
    }
    boolean function = method.desc.endsWith(")I");
    for (AbstractInsnNode at : code.toArray()) {
      if (at.getOpcode() == IRETURN || at.getOpcode() == RETURN) {
        code.insertBefore(at, new VarInsnNode(ILOAD, kept));
        if (function) {
          code.insertBefore(at, FuelPassing.withFuel());
        }
        code.set(at, new InsnNode(function ? LRETURN : IRETURN));
      }
    }
  }
}
