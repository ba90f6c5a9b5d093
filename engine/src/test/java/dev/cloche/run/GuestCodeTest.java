package dev.cloche.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.dylibso.chicory.runtime.Memory;
import com.dylibso.chicory.runtime.OpcodeImpl;
import com.dylibso.chicory.wasm.Parser;
import dev.cloche.Execution;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** Calls of compiled code go to the engine's classes: all that are known, and no others. */
class GuestCodeTest {

  private static final String OURS = Type.getInternalName(LinearMemory.class);
  private static final String CHICORYS = Type.getInternalName(Memory.class);

  private static final byte[] GUEST =
      Wat.wasm(
          """
          (module
            (import "host" "log" (func $log))
            (memory 1)
            (data $bytes "x")
            (func $compare (param i32) (result i32)
              (drop (i32.ge_u (local.get 0) (i32.const 7)))
              (i32.add (i32.lt_u (local.get 0) (i32.const 7))
                (i32.add (i32.le_u (local.get 0) (i32.const -7))
                  (i32.add (i32.gt_u (local.get 0) (i32.const 7))
                    (i32.add (i64.lt_u (i64.const -1) (i64.const 7))
                      (i32.add (i64.gt_u (i64.const -1) (i64.const 7))
                        (i32.add (i64.ge_u (i64.const 7) (i64.const 7))
                          (i64.le_u (i64.const -1) (i64.const 7)))))))))
            (func (export "run") (param i32) (result i32)
              (call $log)
              (drop (memory.grow (i32.const 0)))
              (memory.fill (local.get 0) (memory.size) (i32.const 1))
              (memory.copy (local.get 0) (local.get 0) (i32.const 1))
              (memory.init $bytes (local.get 0) (i32.const 0) (i32.const 1))
              (i32.store8 (local.get 0) (i32.load8_u (local.get 0)))
              (i32.store16 (local.get 0) (i32.load16_s (local.get 0)))
              (i32.store (local.get 0) (i32.load (local.get 0)))
              (i64.store8 (local.get 0) (i64.load8_s (local.get 0)))
              (i64.store16 (local.get 0) (i64.load16_u (local.get 0)))
              (i64.store32 (local.get 0) (i64.load32_u (local.get 0)))
              (i64.store (local.get 0) (i64.load (local.get 0)))
              (f32.store (local.get 0) (f32.load (local.get 0)))
              (f64.store (local.get 0) (f64.load (local.get 0)))
              (loop $again (br_if $again (i32.lt_u (call $compare (local.get 0)) (i32.const 0))))
              (call $compare (local.get 0))))
          """);

  @Property
  boolean i32_anyOperands_asChicorysAre(@ForAll int a, @ForAll int b) {
    return UnsignedCompare.I32_LT_U(a, b) == OpcodeImpl.I32_LT_U(a, b)
        && UnsignedCompare.I32_LE_U(a, b) == OpcodeImpl.I32_LE_U(a, b)
        && UnsignedCompare.I32_GT_U(a, b) == OpcodeImpl.I32_GT_U(a, b)
        && UnsignedCompare.I32_GE_U(a, b) == OpcodeImpl.I32_GE_U(a, b);
  }

  @Property
  boolean i64_anyOperands_asChicorysAre(@ForAll long a, @ForAll long b) {
    return UnsignedCompare.I64_LT_U(a, b) == OpcodeImpl.I64_LT_U(a, b)
        && UnsignedCompare.I64_LE_U(a, b) == OpcodeImpl.I64_LE_U(a, b)
        && UnsignedCompare.I64_GT_U(a, b) == OpcodeImpl.I64_GT_U(a, b)
        && UnsignedCompare.I64_GE_U(a, b) == OpcodeImpl.I64_GE_U(a, b);
  }

  private static GuestClasses compiled() {
    return GuestCompiler.classes(Parser.parse(GUEST));
  }

  /** Pins the shape of Chicory's classes: a call that the rewrite missed would show here. */
  @Test
  void rewrite_compiledModule_leavesNoCallToWhatOursReplaces() {
    Map<String, Set<String>> before = new TreeMap<>();
    Map<String, Set<String>> after = new TreeMap<>();
    GuestCode code = new GuestCode(FieldGlobals.ofPlain(Parser.parse(GUEST)), true);
    for (Map.Entry<String, byte[]> entry : compiled().classBytes().entrySet()) {
      // The copy of the helpers calls itself, and is not called any more.
      if (!entry.getKey().endsWith("Shaded")) {
        collectCalls(entry.getValue(), before);
        collectCalls(code.rewrite(entry.getValue()), after);
      }
    }
    Set<String> helpers = before.get("Shaded");
    Set<String> ours = after.get("GuestSupport");
    Set<String> left = new TreeSet<>(helpers);
    ours.forEach(method -> left.remove(method.replace(OURS, CHICORYS)));
    left.remove("checkInterruption()V");
    assertEquals(left, after.getOrDefault("Shaded", Set.of()));
    assertTrue(left.stream().noneMatch(name -> name.contains(CHICORYS)), "" + left);
    Set<String> unused = methods(GuestSupport.class);
    unused.removeAll(ours);
    // Stands for what only metered code does; GuestPeepholeTest looks for it there.
    unused.removeIf(method -> method.startsWith("refuel("));
    assertEquals(Set.of(), unused, "helpers of ours that Chicory's compiler does not call");
    assertTrue(after.get("UnsignedCompare").size() >= 7, after.toString());
    assertTrue(
        after.getOrDefault("OpcodeImpl", Set.of()).stream()
            .noneMatch(name -> name.matches("I(32|64)_(LT|LE|GT|GE)_U.*")));
  }

  @Test
  void rewrite_compiledModule_runs() {
    assertNotNull(compiled().machines(FieldGlobals.none()));
    for (Execution execution : Execution.values()) {
      assertEquals(
          "ok[4]",
          MeteredGuest.of(GUEST, execution).call(10_000, "run", 16).kind(),
          "" + execution);
    }
  }

  /** Of a memory that never grows all loads and stores go to the other class, and nothing else. */
  @Test
  void rewrite_fixedMemory_callsOtherLoadsAndStores() {
    Map<String, Set<String>> growing = new TreeMap<>();
    Map<String, Set<String>> fixed = new TreeMap<>();
    FieldGlobals globals = FieldGlobals.ofPlain(Parser.parse(GUEST));
    compiled()
        .classBytes()
        .forEach(
            (name, bytes) -> {
              if (!GuestCode.isHelpers(name)) {
                collectCalls(new GuestCode(globals, true).rewrite(bytes), growing);
                GuestCode other = new GuestCode(globals.withMemoryFixed(true), true);
                collectCalls(other.rewrite(bytes), fixed);
              }
            });
    // They are called as those of GuestSupport are, and given the array in a later step.
    Set<String> accesses = new TreeSet<>();
    methods(FixedMemory.class)
        .forEach(method -> accesses.add(method.replace("[B)", "L" + OURS + ";)")));
    assertEquals(accesses, fixed.remove("FixedMemory"));
    Set<String> others = growing.get("GuestSupport");
    assertTrue(others.removeAll(accesses));
    assertTrue(
        others.stream().noneMatch(name -> name.matches("memory(Read|Write).*")), "" + others);
    assertEquals(growing, fixed);
  }

  private static Set<String> methods(Class<?> type) {
    Set<String> names = new TreeSet<>();
    for (Method method : type.getDeclaredMethods()) {
      if (Modifier.isPublic(method.getModifiers())) {
        names.add(method.getName() + Type.getMethodDescriptor(method));
      }
    }
    return names;
  }

  /** By the last part of the owner's name. */
  private static void collectCalls(byte[] classBytes, Map<String, Set<String>> byOwner) {
    new ClassReader(classBytes)
        .accept(
            new ClassVisitor(Opcodes.ASM9) {
              @Override
              public MethodVisitor visitMethod(
                  int access, String name, String descriptor, String signature, String[] thrown) {
                return new MethodVisitor(Opcodes.ASM9) {
                  @Override
                  public void visitMethodInsn(
                      int opcode, String owner, String method, String type, boolean isInterface) {
                    String last =
                        owner.endsWith("Shaded")
                            ? "Shaded"
                            : owner.substring(owner.lastIndexOf('/') + 1);
                    byOwner.computeIfAbsent(last, key -> new TreeSet<>()).add(method + type);
                  }
                };
              }
            },
            0);
  }
}
