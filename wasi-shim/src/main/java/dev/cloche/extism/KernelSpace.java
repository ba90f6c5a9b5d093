package dev.cloche.extism;

import dev.cloche.wasi.HostStop;

/**
 * What the kernel memory of one call may take, lent by the engine. Used on the thread of the guest.
 */
public interface KernelSpace {
  /** Takes some bytes for good, or none of them if there is no room for all. */
  boolean take(long bytes);

  /**
   * Returns what ends a call whose memory is full.
   *
   * @param wanted the bytes that there was no room for
   */
  HostStop full(long wanted);
}
