package dev.cloche.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * What a process holds after a collection: heap and classes in bytes, descriptors in number (0
 * where the system does not tell).
 */
record Remains(long heap, long metaspace, long descriptors) {

  private static final Path DESCRIPTORS = Path.of("/proc/self/fd");

  /** Threads end by themselves some seconds after their last work. */
  private static final Duration THREADS_END = Duration.ofSeconds(30);

  /** Measures after collections: the smallest heap of a few. */
  static Remains now() throws IOException, InterruptedException {
    return new Remains(
        JvmMemory.heapAfterCollections(), JvmMemory.metaspaceUsed(), openDescriptors());
  }

  private static long openDescriptors() throws IOException {
    if (!Files.isDirectory(DESCRIPTORS)) {
      return 0;
    }
    try (Stream<Path> all = Files.list(DESCRIPTORS)) {
      return all.count();
    }
  }

  /** Fails the test if this is more than there was, and so much beside. */
  void assertNotAbove(Remains before, long moreHeap, long moreMetaspace, long moreDescriptors) {
    String both = before + " -> " + this;
    assertTrue(heap - before.heap <= moreHeap, both);
    assertTrue(metaspace - before.metaspace <= moreMetaspace, both);
    assertTrue(descriptors - before.descriptors <= moreDescriptors, both);
  }

  /**
   * Fails the test if a thread of ours is there after the time that idle ones have.
   *
   * @param before those of the tests that ran before in this JVM
   */
  static void assertNoThreads(List<Thread> before) throws InterruptedException {
    long deadline = System.nanoTime() + THREADS_END.toNanos();
    for (Thread thread : threadsBut(before)) {
      long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
      thread.join(Math.max(1, left));
    }
    assertEquals(List.of(), threadsBut(before));
  }

  private static List<Thread> threadsBut(List<Thread> before) {
    return threads().stream().filter(thread -> !before.contains(thread)).toList();
  }

  /** The threads of ours that are there. */
  static List<Thread> threads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().startsWith("cloche-") && thread.isAlive())
        .toList();
  }
}
