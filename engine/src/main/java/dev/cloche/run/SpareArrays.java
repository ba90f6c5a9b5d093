package dev.cloche.run;

import com.dylibso.chicory.runtime.Memory;
import java.lang.ref.SoftReference;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * Arrays of linear memories whose calls have ended, for later calls to overwrite.
 *
 * <p>A fresh array of a megabyte comes from memory that no cache holds, and costs several times as
 * much as one that the last call has just used: it is most of what an instance costs. Whoever takes
 * one writes every byte of it before a guest can see any ({@link MemoryImage#overwrite}).
 *
 * <p>There is an array for each processor at most, none large, and the collector takes them before
 * the heap runs out. Thread-safe, without locks.
 */
final class SpareArrays {

  /** The largest that is kept: 4 MiB. To overwrite more is no gain. */
  private static final int MAX_BYTES = 4 << 20;

  private final AtomicReferenceArray<@Nullable SoftReference<byte[]>> slots;

  SpareArrays() {
    this(Runtime.getRuntime().availableProcessors());
  }

  private SpareArrays(int count) {
    slots = new AtomicReferenceArray<>(count);
  }

  /** Returns one that keeps nothing. */
  static SpareArrays none() {
    return new SpareArrays(0);
  }

  /** Returns an array of this size, or up to half larger, full of what somebody left; or null. */
  byte @Nullable [] take(int size) {
    return take(size, size + (size >> 1) + Memory.PAGE_SIZE);
  }

  /** Returns one of exactly this size, full of what somebody left; or null. */
  byte @Nullable [] takeExact(int size) {
    return take(size, size);
  }

  private byte @Nullable [] take(int size, int most) {
    for (int i = 0; i < slots.length(); i++) {
      SoftReference<byte[]> slot = slots.get(i);
      byte[] array = slot == null ? null : slot.get();
      if (array != null
          && array.length >= size
          && array.length <= most
          && slots.compareAndSet(i, slot, null)) {
        return array;
      }
    }
    return null;
  }

  /** Keeps an array, or drops it. Nobody else may hold it any more. */
  void keep(byte[] array) {
    if (array.length > 0 && array.length <= MAX_BYTES && slots.length() > 0) {
      SoftReference<byte[]> kept = new SoftReference<>(array);
      for (int i = 0; i < slots.length(); i++) {
        SoftReference<byte[]> slot = slots.get(i);
        if ((slot == null || slot.get() == null) && slots.compareAndSet(i, slot, kept)) {
          return;
        }
      }
      // All are taken, perhaps by sizes that nobody asks for any more.
      slots.set(array.length % slots.length(), kept);
    }
  }
}
