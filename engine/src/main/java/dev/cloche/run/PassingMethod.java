package dev.cloche.run;

import static dev.cloche.run.GuestPeephole.isLoad;
import static dev.cloche.run.RegisterPassing.*;
import static org.objectweb.asm.Opcodes.*;

import com.dylibso.chicory.wasm.ChicoryException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.IincInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Changes one method of a compiled module: what it takes, and what it gives the guest's functions
 * that it calls.
 *
 * <p>A function of the guest, and the way to one through a table, take the memory and the instance.
 * Where the instance was, the array comes, and the counters. Other methods, which lead into the
 * guest, keep what they take.
 */
final class PassingMethod {

  private static final String ARRAY = "[B";

  private final RegisterPassing passing;
  private final MethodNode method;
  private final InsnList code;
  private final RegisterPassing.@Nullable Callee own;
  private final boolean dispatches;
  private final int memory;
  private final int instance;

  /** The locals of the array and the counters; -1 where the method has none that is to be used. */
  private int arraySlot = -1;

  private int fuelSlot = -1;
  private int stackSlot = -1;

  /** A local for the time of a call; -1 until one is needed. */
  private int kept = -1;

  PassingMethod(RegisterPassing passing, MethodNode method, RegisterPassing.@Nullable Callee own) {
    this.passing = passing;
    this.method = method;
    this.code = method.instructions;
    this.own = own;
    this.dispatches = own != null && isDispatch(method);
    this.memory = slot(method.desc, MEMORY);
    this.instance = slot(method.desc, INSTANCE);
  }

  void rewrite() {
    Passing counters = own != null && own.counters() ? Passing.of(method) : null;
    List<AbstractInsnNode> given = given();
    if (own != null) {
      place(own);
      useArray();
      method.desc = own.type();
    }
    if (counters == null && !dispatches) {
      keepToFields();
    }
    given.forEach(this::give);
    for (AbstractInsnNode at : code) {
      if (at instanceof MethodInsnNode call) {
        RegisterPassing.Callee callee = passing.callee(call);
        call.desc = callee == null ? call.desc : callee.type();
      }
    }
    if (counters != null) {
      counters.apply(code, fuelSlot, stackSlot);
    }
    method.maxStack += 4;
  }

  /** The places where the instance is given on. Elsewhere the memory knows it. */
  private List<AbstractInsnNode> given() {
    List<AbstractInsnNode> given = new ArrayList<>();
    for (AbstractInsnNode at : code.toArray()) {
      if (isLoad(at, ALOAD, instance) && isGiven(at)) {
        given.add(at);
      } else if (isLoad(at, ALOAD, instance) && own != null) {
        code.insertBefore(at, new VarInsnNode(ALOAD, memory));
        code.set(at, new FieldInsnNode(GETFIELD, MEMORY, "instance", "L" + INSTANCE + ";"));
      }
    }
    return given;
  }

  /** Whether it goes to a function of the guest: by a call, or in a table's dispatch a switch. */
  private boolean isGiven(AbstractInsnNode load) {
    if (load.getNext() instanceof MethodInsnNode call) {
      return passing.callee(call) != null;
    }
    return dispatches
        && isLoad(load.getPrevious(), ALOAD, memory)
        && load.getNext().getOpcode() == ILOAD;
  }

  private void place(RegisterPassing.Callee callee) {
    int next = instance;
    List<Object> types = new ArrayList<>();
    if (callee.array()) {
      arraySlot = next++;
      types.add(ARRAY);
    }
    if (callee.counters()) {
      fuelSlot = next++;
      types.add(INTEGER);
    }
    if (callee.counters() && passing.stacked()) {
      stackSlot = next++;
      types.add(INTEGER);
    }
    int more = next - (instance + 1);
    for (AbstractInsnNode at : code) {
      if (at instanceof VarInsnNode access && access.var > instance) {
        access.var += more;
      } else if (at instanceof IincInsnNode access && access.var > instance) {
        access.var += more;
      } else if (at instanceof FrameNode frame && frame.type == F_NEW) {
        place(frame, types);
      }
    }
    method.maxLocals += more;
  }

  private static void place(FrameNode frame, List<Object> types) {
    // The first is the parameter: others of its type are locals of a dispatch. Dead code has none.
    replace(frame.local, types);
    // A dispatch has arguments on its stack where a switch leads to.
    replace(frame.stack, types);
  }

  private static void replace(@Nullable List<Object> frame, List<Object> types) {
    int at = frame == null ? -1 : frame.indexOf(INSTANCE);
    if (at >= 0) {
      frame.remove(at);
      frame.addAll(at, types);
    }
  }

  /** {@code aload memory} before an access becomes {@code aload array}. */
  private void useArray() {
    for (AbstractInsnNode at : code) {
      if (at instanceof MethodInsnNode access && access.owner.equals(FIXED)) {
        if (!isLoad(access.getPrevious(), ALOAD, memory)) {
          throw new ChicoryException("compiled code calls " + access.name + " in an unknown way");
        }
        ((VarInsnNode) access.getPrevious()).var = arraySlot;
        access.desc = access.desc.replace("L" + MEMORY + ";)", ARRAY + ")");
      }
    }
  }

  /** Puts the counter of the stack where the rest of the method looks for it. */
  private void keepToFields() {
    if (stackSlot >= 0 && own != null && !own.quiet()) {
      code.insert(Passing.storeStack(memory, stackSlot));
    }
    fuelSlot = -1;
    stackSlot = -1;
  }

  /** Replaces the instance by what is taken in its place. */
  private void give(AbstractInsnNode load) {
    RegisterPassing.Callee callee = own;
    int fuel = fuelSlot;
    if (load.getNext() instanceof MethodInsnNode call) {
      if (!isLoad(load.getPrevious(), ALOAD, memory)) {
        throw new ChicoryException("compiled code calls " + call.name + " in an unknown way");
      }
      callee = passing.callee(call);
      fuel = storedBefore(load.getPrevious());
    }
    if (callee != null && callee.array()) {
      push(load, ALOAD, arraySlot, "bytes", ARRAY);
    }
    if (callee != null && callee.counters()) {
      push(load, ILOAD, fuel, FUEL, "I");
      if (passing.stacked()) {
        if (stackSlot < 0) {
          keepStack(load);
        }
        push(load, ILOAD, stackSlot, STACK, "I");
      }
    }
    code.remove(load);
  }

  /** Pushes a local, or if there is none what the memory has. */
  private void push(AbstractInsnNode before, int opcode, int local, String field, String type) {
    if (local >= 0) {
      code.insertBefore(before, new VarInsnNode(opcode, local));
    } else {
      code.insertBefore(before, new VarInsnNode(ALOAD, memory));
      code.insertBefore(before, new FieldInsnNode(GETFIELD, MEMORY, field, type));
    }
  }

  /** What takes the counter as parameter may leave less in the field than it found. */
  private void keepStack(AbstractInsnNode load) {
    if (kept < 0) {
      kept = method.maxLocals++;
    }
    push(load, ILOAD, -1, STACK, "I");
    code.insertBefore(load, new VarInsnNode(ISTORE, kept));
    code.insert(load.getNext(), Passing.storeStack(memory, kept));
  }

  /** The local that was stored as counter right before the last arguments; -1 if none was. */
  private int storedBefore(AbstractInsnNode memoryLoad) {
    AbstractInsnNode store = own == null ? null : memoryLoad.getPrevious();
    // call_indirect pushes the number of its table in between.
    if (store != null && !isField(store, PUTFIELD, FUEL)) {
      store = store.getPrevious();
    }
    return isField(store, PUTFIELD, FUEL)
            && store.getPrevious() instanceof VarInsnNode value
            && value.getOpcode() == ILOAD
            && isLoad(value.getPrevious(), ALOAD, memory)
        ? value.var
        : -1;
  }
}
