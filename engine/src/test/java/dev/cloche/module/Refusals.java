package dev.cloche.module;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.cloche.module.ModuleException.Kind;

/** What tests say about refusals: where and by which rule, never in which words. */
final class Refusals {

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

  static void assertAccepted(byte[] bytes) throws ModuleException {
    CheckedModule module = ModuleReader.read(bytes, ModuleLimits.defaults());
    assertSame(bytes, module.bytes(), "the module is kept, not copied");
  }
}
