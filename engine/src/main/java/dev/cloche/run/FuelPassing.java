package dev.cloche.run;

import static org.objectweb.asm.Opcodes.*;

import com.dylibso.chicory.runtime.Instance;
import com.dylibso.chicory.wasm.ChicoryException;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.IincInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Hands the fuel counter from function to function in registers.
 *
 * <p>Metered code stores the counter in the memory object before a call and at the end of a
 * function, and loads it at the start of a function and after a call. The stores stay, so that the
 * field always holds what the interpreter's global would. The loads go: each waits for the store
 * before it, a chain of some 12 cycles for each call. Instead, a function takes the counter as one
 * more parameter, and returns it beside its result, where that is an {@code i32} or nothing.
 *
 * <p>A function is changed only where the counter is known in full at its start and its ends
 * ({@link Passing}); a call of it, wherever it stands, is changed with it.
 */
final class FuelPassing {

  private static final String MEMORY = Type.getInternalName(LinearMemory.class);
  static final String INSTANCE = Type.getInternalName(Instance.class);
  private static final String PASSED = Type.getInternalName(PassedFuel.class);
  private static final String FUEL = "fuel";
  static final String TAIL = "L" + MEMORY + ";L" + INSTANCE + ";)";

  /** By owner, name and descriptor: the methods that take the counter, and their new types. */
  private final Map<String, String> changed = new HashMap<>();

  private FuelPassing() {}

  /**
   * Changes all classes of a metered module, as {@link GuestCode} left them.
   *
   * @throws ChicoryException if a call is not as Chicory 1.7.5's compiler makes them
   */
  static void apply(Map<String, byte[]> classes) {
    FuelPassing passing = new FuelPassing();
    classes.forEach((name, bytes) -> passing.collect(name, bytes));
    classes.replaceAll((name, bytes) -> passing.rewrite(name, bytes));
  }

  private void collect(String name, byte[] bytes) {
    if (GuestCode.isHelpers(name)) {
      return;
    }
    ClassNode node = read(bytes);
    for (MethodNode method : node.methods) {
      if (isDispatch(method) || Passing.of(method) != null) {
        changed.put(key(node.name, method.name, method.desc), type(method.desc));
      }
    }
  }

  /** Whether a method finds the target of {@code call_indirect}, in a form that is understood. */
  private static boolean isDispatch(MethodNode method) {
    if (!method.name.startsWith("call_indirect_") || !isPacked(method.desc)) {
      return false;
    }
    for (AbstractInsnNode at : method.instructions) {
      boolean end = at.getOpcode() >= IRETURN && at.getOpcode() <= RETURN;
      if (end && !isFunctionCall(at.getPrevious()) && !isForeignEnd(at)) {
        return false;
      }
    }
    return method.desc.contains(TAIL);
  }

  /** The way to a function of another instance, which {@link GuestTable} never has. */
  private static boolean isForeignEnd(AbstractInsnNode end) {
    AbstractInsnNode at = end;
    for (int i = 0; i < 5 && at != null; i++) {
      if (at instanceof MethodInsnNode call && call.name.equals("callIndirect")) {
        return true;
      }
      at = at.getPrevious();
    }
    return false;
  }

  private static boolean isFunctionCall(@Nullable AbstractInsnNode at) {
    return at instanceof MethodInsnNode call && call.name.startsWith("func_");
  }

  private static ClassNode read(byte[] bytes) {
    ClassNode node = new ClassNode();
    // Each frame whole: one that only tells what it adds to the frame of dead code before it would
    // not show where the parameters end.
    new ClassReader(bytes).accept(node, ClassReader.EXPAND_FRAMES);
    return node;
  }

  private static String key(String owner, String name, String descriptor) {
    return owner + ' ' + name + descriptor;
  }

  /** Whether the counter comes back beside the result. */
  static boolean isPacked(String descriptor) {
    return descriptor.endsWith(")I") || descriptor.endsWith(")V");
  }

  /** The counter is the last parameter; and it is the result, or its upper half. */
  private static String type(String descriptor) {
    int end = descriptor.lastIndexOf(')');
    String result = descriptor.substring(end + 1);
    String with =
        switch (result) {
          case "I" -> "J";
          case "V" -> "I";
          default -> result;
        };
    return descriptor.substring(0, end) + "I)" + with;
  }

  private byte[] rewrite(String name, byte[] bytes) {
    if (GuestCode.isHelpers(name)) {
      return bytes;
    }
    ClassNode node = read(bytes);
    for (MethodNode method : node.methods) {
      rewrite(node.name, method);
    }
    ClassWriter writer = new ClassWriter(0);
    node.accept(writer);
    return writer.toByteArray();
  }

  private void rewrite(String owner, MethodNode method) {
    String type = changed.get(key(owner, method.name, method.desc));
    Passing passing = type == null ? null : Passing.of(method);
    int memory = memorySlot(method.desc);
    int counter = -1;
    if (type != null) {
      counter = memory + 2;
      makeRoom(method, counter);
    }
    for (AbstractInsnNode at : method.instructions.toArray()) {
      if (at instanceof MethodInsnNode call) {
        String callee = changed.get(key(call.owner, call.name, call.desc));
        if (callee != null) {
          boolean dispatch = type != null && passing == null;
          call(method.instructions, call, callee, memory, dispatch ? counter : -1);
        }
      }
    }
    if (passing != null) {
      passing.apply(method, counter);
    } else if (type != null) {
      endDispatch(method, memory);
    }
    if (type != null) {
      method.desc = type;
    }
    method.maxStack += 4;
  }

  /** Moves the locals behind the parameters up by one. */
  private static void makeRoom(MethodNode method, int slot) {
    int parameters = Type.getArgumentTypes(method.desc).length;
    for (AbstractInsnNode at : method.instructions) {
      if (at instanceof VarInsnNode access && access.var >= slot) {
        access.var++;
      } else if (at instanceof IincInsnNode access && access.var >= slot) {
        access.var++;
      } else if (at instanceof FrameNode frame
          && frame.type == F_NEW
          // Dead code has a frame without locals.
          && frame.local.size() >= parameters) {
        frame.local.add(parameters, INTEGER);
      }
    }
    method.maxLocals++;
  }

  /**
   * Changes a call: {@code aload memory; iload counter; putfield; aload memory; aload instance;
   * call; aload memory; getfield; istore counter} keeps its store and loses its load.
   *
   * @param dispatched the local that holds the counter, where the method only hands it on; else -1
   */
  private static void call(
      InsnList code, MethodInsnNode call, String type, int memory, int dispatched) {
    int known = dispatched >= 0 ? dispatched : storedBefore(call, memory);
    boolean packed = isPacked(call.desc);
    boolean function = call.desc.endsWith(")I");
    if (known >= 0) {
      code.insertBefore(call, new VarInsnNode(ILOAD, known));
    } else if (memory >= 0) {
      code.insertBefore(call, new VarInsnNode(ALOAD, memory));
      code.insertBefore(call, new FieldInsnNode(GETFIELD, MEMORY, FUEL, "I"));
    } else {
      throw new ChicoryException("compiled code calls " + call.name + " in an unknown way");
    }
    call.desc = type;
    if (!packed || dispatched >= 0) {
      return;
    }
    AbstractInsnNode reload = call.getNext();
    if (known >= 0 && isReload(reload, memory)) {
      VarInsnNode store = (VarInsnNode) reload.getNext().getNext();
      code.remove(reload.getNext());
      code.remove(reload);
      if (function) {
        // The result stays below, its upper half is the counter.
        code.insertBefore(store, new InsnNode(DUP2));
        code.insertBefore(store, new MethodInsnNode(INVOKESTATIC, PASSED, "fuelOf", "(J)I", false));
        code.insert(store, new InsnNode(L2I));
      }
    } else {
      code.insert(call, new InsnNode(function ? L2I : POP));
    }
  }

  /** The local that was stored as counter right before the last two arguments; -1 if none was. */
  private static int storedBefore(MethodInsnNode call, int memory) {
    AbstractInsnNode at = call.getPrevious();
    if (!isLoad(at, ALOAD, memory + 1) || !isLoad(at.getPrevious(), ALOAD, memory)) {
      return -1;
    }
    AbstractInsnNode store = at.getPrevious().getPrevious();
    // call_indirect pushes the number of its table in between.
    if (store != null && !isFuel(store, PUTFIELD)) {
      store = store.getPrevious();
    }
    if (isFuel(store, PUTFIELD)
        && store.getPrevious() instanceof VarInsnNode value
        && value.getOpcode() == ILOAD
        && isLoad(value.getPrevious(), ALOAD, memory)) {
      return value.var;
    }
    return -1;
  }

  private static boolean isReload(@Nullable AbstractInsnNode at, int memory) {
    return isLoad(at, ALOAD, memory)
        && isFuel(at.getNext(), GETFIELD)
        && at.getNext().getNext() instanceof VarInsnNode store
        && store.getOpcode() == ISTORE;
  }

  /** What a target that takes no counter returns gets the counter from the field. */
  private void endDispatch(MethodNode method, int memory) {
    InsnList code = method.instructions;
    boolean function = method.desc.endsWith(")I");
    for (AbstractInsnNode at : code.toArray()) {
      if (at.getOpcode() != IRETURN && at.getOpcode() != RETURN) {
        continue;
      }
      if (!takesCounter(at.getPrevious())) {
        code.insertBefore(at, new VarInsnNode(ALOAD, memory));
        code.insertBefore(at, new FieldInsnNode(GETFIELD, MEMORY, FUEL, "I"));
        if (function) {
          code.insertBefore(at, withFuel());
        }
      }
      code.set(at, new InsnNode(function ? LRETURN : IRETURN));
    }
  }

  private static boolean takesCounter(AbstractInsnNode at) {
    return isFunctionCall(at) && ((MethodInsnNode) at).desc.contains("L" + INSTANCE + ";I)");
  }

  /** Puts a counter above a result. */
  static MethodInsnNode withFuel() {
    return new MethodInsnNode(INVOKESTATIC, PASSED, "withFuel", "(II)J", false);
  }

  static boolean isFuel(@Nullable AbstractInsnNode at, int opcode) {
    return at instanceof FieldInsnNode field
        && field.getOpcode() == opcode
        && field.owner.equals(MEMORY)
        && field.name.equals(FUEL);
  }

  static boolean isLoad(@Nullable AbstractInsnNode at, int opcode, int local) {
    return at instanceof VarInsnNode load && load.getOpcode() == opcode && load.var == local;
  }

  /** The local that holds the memory; -1 in a method that takes none. */
  static int memorySlot(String descriptor) {
    int slot = 0;
    for (Type parameter : Type.getArgumentTypes(descriptor)) {
      if (parameter.getSort() == Type.OBJECT && parameter.getInternalName().equals(MEMORY)) {
        return slot;
      }
      slot += parameter.getSize();
    }
    return -1;
  }
}
