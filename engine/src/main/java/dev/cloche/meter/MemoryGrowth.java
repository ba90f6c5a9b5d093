package dev.cloche.meter;

import dev.cloche.module.Body;
import dev.cloche.module.CheckedModule;
import dev.cloche.module.CodeCursor;
import dev.cloche.module.MemoryType;
import dev.cloche.module.ModuleException;
import dev.cloche.module.Opcodes;

/** Tells of a module whether its memory can ever become larger than it starts. */
final class MemoryGrowth {

  private MemoryGrowth() {}

  /**
   * Whether the memory always has the size that it starts with: it may not grow, or no instruction
   * makes it grow, which is the only way. A module without memory has one of no bytes.
   */
  static boolean isExcluded(CheckedModule module) throws ModuleException {
    for (MemoryType memory : module.memories()) {
      boolean full = memory.max().isPresent() && memory.max().getAsLong() == memory.min();
      if (!full && growsInCode(module)) {
        return false;
      }
    }
    return true;
  }

  private static boolean growsInCode(CheckedModule module) throws ModuleException {
    for (Body body : module.bodies()) {
      CodeCursor code = new CodeCursor(module.bytes(), body.codeStart(), body.end());
      while (code.next()) {
        if (code.opcode() == Opcodes.MEMORY_GROW) {
          return true;
        }
      }
    }
    return false;
  }
}
