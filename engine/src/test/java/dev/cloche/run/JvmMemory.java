package dev.cloche.run;

import java.lang.management.ManagementFactory;
import java.util.concurrent.TimeUnit;

/** What this JVM holds. */
public final class JvmMemory {

  private JvmMemory() {}

  /** Returns the heap in use after collections: the smallest of a few. */
  public static long heapAfterCollections() throws InterruptedException {
    long heap = Long.MAX_VALUE;
    for (int i = 0; i < 3; i++) {
      System.gc();
      TimeUnit.MILLISECONDS.sleep(50);
      Runtime runtime = Runtime.getRuntime();
      heap = Math.min(heap, runtime.totalMemory() - runtime.freeMemory());
    }
    return heap;
  }

  /** Returns what the classes take. */
  public static long metaspaceUsed() {
    return ManagementFactory.getMemoryPoolMXBeans().stream()
        .filter(pool -> pool.getName().equals("Metaspace"))
        .mapToLong(pool -> pool.getUsage().getUsed())
        .findFirst()
        .orElseThrow();
  }
}
