package dev.cloche.bench;

import dev.cloche.Engine;
import dev.cloche.Tool;
import java.io.ByteArrayOutputStream;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.nio.charset.StandardCharsets;

/**
 * What a prepared tool keeps while nothing calls it, in bytes.
 *
 * @param heap of the Java heap, with the module itself
 * @param classes of the space for classes
 * @param module the size of its module
 */
record IdleMemory(long heap, long classes, long module) {

  /**
   * Prepares the script engine so many times, as so many tools, and takes the mean. One is prepared
   * before, so that what all tools share is there.
   */
  static IdleMemory measure(int count) {
    byte[] wasm = ScriptCalls.tool().bytes();
    try (Engine engine = Engine.builder().preparedTools(count + 1).build()) {
      ScriptCalls.prepare(engine, variant(wasm, 0));
      long heap = heapInUse();
      long classes = classesInUse();
      for (int i = 1; i <= count; i++) {
        ScriptCalls.prepare(engine, variant(wasm, i));
      }
      return new IdleMemory(
          (heapInUse() - heap) / count, (classesInUse() - classes) / count, wasm.length);
    }
  }

  /** The same module with a custom section, so that it is another tool. */
  static Tool variant(byte[] wasm, int number) {
    byte[] content = ("\5bench" + number).getBytes(StandardCharsets.ISO_8859_1);
    ByteArrayOutputStream module = new ByteArrayOutputStream();
    module.writeBytes(wasm);
    module.write(0);
    module.write(content.length);
    module.writeBytes(content);
    return Tool.of("js" + number, module.toByteArray());
  }

  private static long heapInUse() {
    // Twice: what is found dead once may be freed by the next.
    System.gc();
    System.gc();
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }

  private static long classesInUse() {
    return ManagementFactory.getMemoryPoolMXBeans().stream()
        .filter(pool -> pool.getType() == MemoryType.NON_HEAP)
        .filter(pool -> pool.getName().contains("Metaspace"))
        .map(MemoryPoolMXBean::getUsage)
        .mapToLong(java.lang.management.MemoryUsage::getUsed)
        .sum();
  }
}
