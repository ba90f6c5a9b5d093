package dev.cloche.run;

import static org.objectweb.asm.Opcodes.*;

import com.dylibso.chicory.runtime.Instance;
import com.dylibso.chicory.wasm.ChicoryException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Chooses what compiled functions hand to each other in registers, beside their operands.
 *
 * <p>Chicory's hand on the memory and the instance. Here they hand on
 *
 * <ul>
 *   <li>the memory, which has the instance for the few that ask for it;
 *   <li>its array, to functions that use it, where it never is another ({@link FixedMemory}): else
 *       all code behind a call would load it anew, and check what was checked before;
 *   <li>the counter of fuel, and that of the stack where a function counts its frame. A field would
 *       do as well, but each load of it waits for the store before it, a chain through all calls.
 *       The stores of fuel stay, so that the field always holds what the interpreter's global
 *       would; and behind a call it is loaded, which costs less than to return two numbers. The
 *       stack needs no more than the parameter: a caller still has its own.
 * </ul>
 *
 * <p>A function uses the counters so only where {@link Passing} understands all that it does with
 * them. Another that looks at them keeps to the fields: the stack's is set where it begins, and set
 * again behind what it calls, since nobody gives that back then ({@link PassingMethod}).
 *
 * <p>What a table leads to takes all of it, needed or not: for thousands of functions of one type
 * the arguments are pushed once, before a switch.
 */
final class RegisterPassing {

  static final String MEMORY = Type.getInternalName(LinearMemory.class);
  static final String INSTANCE = Type.getInternalName(Instance.class);
  static final String FUEL = "fuel";
  static final String STACK = "stack";
  static final String FIXED = Type.getInternalName(FixedMemory.class);
  private static final String SUPPORT = Type.getInternalName(GuestSupport.class);
  private static final String GIVEN = "L" + MEMORY + ";L" + INSTANCE + ";";

  /**
   * A function of the guest, or the way to one through a table.
   *
   * @param type its new type
   * @param array whether it takes the memory's array
   * @param counters whether it takes the counters
   * @param quiet whether neither it nor what it calls looks at them
   */
  record Callee(String type, boolean array, boolean counters, boolean quiet) {}

  /**
   * What is of interest in a method.
   *
   * @param calls the functions of the guest that it calls, and ways to some
   * @param free whether it looks at no counter itself, and calls no host
   * @param stack whether it looks at the counter of the stack
   * @param accesses whether it loads from the array, or stores
   */
  private record Use(List<String> calls, boolean free, boolean stack, boolean accesses) {}

  private final boolean metered;
  private final boolean fixed;

  /** Whether a function counts its frame, so that the counter of the stack is handed on. */
  private boolean stacked;

  /** By owner, name and type. */
  private final Map<String, Callee> callees = new HashMap<>();

  /** By key: the old types of functions and of ways to them. */
  private final Map<String, String> types = new HashMap<>();

  /** What functions call that look at no counter themselves. */
  private final Map<String, List<String>> quiet = new HashMap<>();

  private final Set<String> usingArray = new HashSet<>();

  /** What ways through a table lead to: functions, or second ways. */
  private final Map<String, List<String>> dispatches = new HashMap<>();

  /** What functions call. */
  private final Set<String> called = new HashSet<>();

  /** The ways through tables that are called, and what they lead to. */
  private final Set<String> inTable = new HashSet<>();

  private RegisterPassing(FieldGlobals globals) {
    this.metered = globals.refuelTable() >= 0;
    this.fixed = globals.isMemoryFixed();
  }

  /**
   * Changes all classes of a module, as {@link GuestCode} left them.
   *
   * @throws ChicoryException if a call is not as Chicory 1.7.5's compiler makes them
   */
  static void apply(Map<String, byte[]> classes, FieldGlobals globals) {
    RegisterPassing passing = new RegisterPassing(globals);
    classes.forEach((name, bytes) -> passing.collect(name, bytes));
    passing.settle();
    classes.replaceAll((name, bytes) -> passing.rewrite(name, bytes));
  }

  /** Whether the counter of the stack is handed on. */
  boolean stacked() {
    return stacked;
  }

  /** What a call goes to, if that is a function of the guest or the way to one. */
  @Nullable Callee callee(MethodInsnNode call) {
    return callees.get(key(call.owner, call.name, call.desc));
  }

  private static ClassNode read(byte[] bytes, int options) {
    ClassNode node = new ClassNode();
    new ClassReader(bytes).accept(node, options);
    return node;
  }

  private static String key(String owner, String name, String descriptor) {
    return owner + ' ' + name + descriptor;
  }

  /** Whether a method of this type is a function, or the first or second way to some. */
  static boolean isGuests(String descriptor) {
    return descriptor.contains(GIVEN + ")") || descriptor.contains(GIVEN + "I)");
  }

  /** Whether a method finds the target of {@code call_indirect}; where many are, in two steps. */
  static boolean isDispatch(MethodNode method) {
    return method.name.startsWith("call_indirect_") || method.desc.contains(GIVEN + "I)");
  }

  private void collect(String name, byte[] bytes) {
    if (GuestCode.isHelpers(name)) {
      return;
    }
    ClassNode node = read(bytes, ClassReader.SKIP_FRAMES);
    for (MethodNode method : node.methods) {
      if (isGuests(method.desc)) {
        String key = key(node.name, method.name, method.desc);
        types.put(key, method.desc);
        Use use = use(method);
        stacked |= metered && use.stack();
        if (use.accesses()) {
          usingArray.add(key);
        }
        if (use.free()) {
          quiet.put(key, use.calls());
        }
        if (isDispatch(method)) {
          dispatches.put(key, use.calls());
        } else {
          called.addAll(use.calls());
        }
      }
    }
  }

  private static Use use(MethodNode method) {
    List<String> calls = new ArrayList<>();
    boolean fuel = false;
    boolean stack = false;
    boolean host = false;
    boolean accesses = false;
    for (AbstractInsnNode at : method.instructions) {
      fuel |= isField(at, FUEL);
      stack |= isField(at, STACK);
      if (at instanceof MethodInsnNode call) {
        if (isGuests(call.desc)) {
          calls.add(key(call.owner, call.name, call.desc));
        } else {
          accesses |= call.owner.equals(FIXED);
          host |= call.desc.contains(INSTANCE) || isHosts(call);
        }
      }
    }
    return new Use(calls, !fuel && !stack && !host, stack, accesses);
  }

  private static boolean isHosts(MethodInsnNode call) {
    return call.owner.equals(SUPPORT)
        && (call.name.equals("refuel") || call.name.equals("callHostFunction"));
  }

  /** Decides who takes what. Quiet is what calls nothing but what is quiet. */
  private void settle() {
    called.forEach(this::reach);
    while (quiet.values().removeIf(calls -> !quiet.keySet().containsAll(calls))) {
      // Until no more fall out.
    }
    types.forEach(
        (key, type) -> {
          boolean reached = inTable.contains(key);
          boolean array = fixed && (reached || usingArray.contains(key));
          boolean counters = metered && (reached || !quiet.containsKey(key));
          String tail = (array ? "[B" : "") + (!counters ? "" : stacked ? "II" : "I");
          String changed = type.replace(GIVEN, "L" + MEMORY + ";" + tail);
          callees.put(key, new Callee(changed, array, counters, quiet.containsKey(key)));
        });
  }

  /** Chicory makes a way to the functions of each type, called or not. */
  private void reach(String way) {
    if (dispatches.containsKey(way) && inTable.add(way)) {
      for (String next : dispatches.get(way)) {
        reach(next);
        inTable.add(next);
      }
    }
  }

  private byte[] rewrite(String name, byte[] bytes) {
    if (GuestCode.isHelpers(name)) {
      return bytes;
    }
    // Each frame whole: one that only tells what it adds to the frame of dead code before it would
    // not show where the parameters end.
    ClassNode node = read(bytes, ClassReader.EXPAND_FRAMES);
    node.methods.removeIf(method -> isUncalled(key(node.name, method.name, method.desc)));
    for (MethodNode method : node.methods) {
      new PassingMethod(this, method, callees.get(key(node.name, method.name, method.desc)))
          .rewrite();
    }
    ClassWriter writer = new ClassWriter(0);
    node.accept(writer);
    return writer.toByteArray();
  }

  private boolean isUncalled(String way) {
    return dispatches.containsKey(way) && !inTable.contains(way);
  }

  static boolean isField(@Nullable AbstractInsnNode at, String name) {
    return at instanceof FieldInsnNode field
        && field.owner.equals(MEMORY)
        && field.name.equals(name);
  }

  static boolean isField(@Nullable AbstractInsnNode at, int opcode, String name) {
    return at != null && at.getOpcode() == opcode && isField(at, name);
  }

  /** The local that holds a parameter of this type; -1 if none does. */
  static int slot(String descriptor, String internalName) {
    int slot = 0;
    for (Type parameter : Type.getArgumentTypes(descriptor)) {
      if (parameter.getSort() == Type.OBJECT && parameter.getInternalName().equals(internalName)) {
        return slot;
      }
      slot += parameter.getSize();
    }
    return -1;
  }
}
