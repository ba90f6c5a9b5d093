package dev.cloche.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.dylibso.chicory.runtime.OpcodeImpl;
import com.dylibso.chicory.wasm.Parser;
import java.util.HashMap;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Comparisons of compiled code go to ours where C2 cannot be trusted with Chicory's. */
class UnsignedCompareTest {

  private static final byte[] GUEST =
      Wat.wasm(
          """
          (module
            (func (export "run") (param i32) (result i32)
              (i32.add (i32.lt_u (local.get 0) (i32.const 7))
                (i32.add (i32.le_u (local.get 0) (i32.const -7))
                  (i32.add (i32.gt_u (local.get 0) (i32.const 7))
                    (i32.add (i64.lt_u (i64.const -1) (i64.const 7))
                      (i32.add (i64.gt_u (i64.const -1) (i64.const 7))
                        (i32.add (i64.ge_u (i64.const 7) (i64.const 7))
                          (i64.le_u (i64.const -1) (i64.const 7))))))))))
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

  /** Pins the shape of Chicory's classes: a call that the rewrite missed would show here. */
  @Test
  void rewrite_compiledModule_leavesNoCallToChicorysComparisons() {
    GuestClasses classes =
        (GuestClasses)
            com.dylibso.chicory.compiler.internal.Compiler.builder(Parser.parse(GUEST))
                .withClassCollectorFactory(GuestClasses::new)
                .build()
                .compile()
                .collector();
    Map<String, Integer> before = new HashMap<>();
    Map<String, Integer> after = new HashMap<>();
    for (byte[] original : classes.classBytes().values()) {
      countComparisons(original, before);
      countComparisons(GuestCode.withSafeComparisons(original), after);
    }
    int expected = before.getOrDefault("com/dylibso/chicory/runtime/OpcodeImpl", 0);
    assertTrue(expected >= 7, before.toString());
    assertEquals(Map.of("dev/cloche/run/UnsignedCompare", expected), after);
    assertNotNull(classes.machines());
  }

  private static void countComparisons(byte[] classBytes, Map<String, Integer> byOwner) {
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
                    if (method.matches("I(32|64)_(LT|LE|GT|GE)_U")) {
                      byOwner.merge(owner, 1, Integer::sum);
                    }
                  }
                };
              }
            },
            0);
  }
}
