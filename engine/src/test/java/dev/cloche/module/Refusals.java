package dev.cloche.module;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import dev.cloche.module.ModuleException.Kind;
import java.lang.management.ManagementFactory;

/** What tests say about refusals: where and by which rule, never in which words. */
final class Refusals {

  private static final long MIB = 1 << 20;

  private Refusals() {}

  static ModuleException refusal(byte[] bytes) {
    return refusal(bytes, ModuleLimits.defaults());
  }

  static ModuleException refusal(byte[] bytes, ModuleLimits limits) {
    return assertThrows(ModuleException.class, () -> ModuleReader.read(bytes, limits));
  }

  static void assertRefused(byte[] bytes, Kind kind, String section, long offset, String rule) {
    assertRefusal(refusal(bytes), kind, section, offset, rule);
  }

  static void assertRefusal(
      ModuleException refusal, Kind kind, String section, long offset, String rule) {
    assertEquals(
        "%s %s in %s at 0x%x".formatted(kind, rule, section, offset),
        "%s %s in %s at 0x%x"
            .formatted(refusal.kind(), refusal.rule(), refusal.section(), refusal.offset()),
        refusal.getMessage());
  }

  /** Asserts the rule, and that finding it out cost next to nothing. */
  static void assertCheaplyRefused(byte[] bytes, String rule) {
    // Loads the classes, so that only the reading is measured.
    assertEquals(rule, refusal(bytes).rule());
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long thread = Thread.currentThread().getId();
    long before = threads.getThreadAllocatedBytes(thread);

    ModuleException refusal = refusal(bytes);

    long allocated = threads.getThreadAllocatedBytes(thread) - before;
    assertEquals(rule, refusal.rule());
    assertTrue(allocated < MIB, () -> rule + " allocated " + allocated);
  }

  static void assertAccepted(byte[] bytes) throws ModuleException {
    CheckedModule module = ModuleReader.read(bytes, ModuleLimits.defaults());
    assertSame(bytes, module.bytes(), "the module is kept, not copied");
  }
}
