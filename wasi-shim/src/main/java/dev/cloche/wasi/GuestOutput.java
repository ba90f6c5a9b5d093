package dev.cloche.wasi;

/**
 * Where a guest's standard output or error goes.
 *
 * <p>Used on the thread of the guest, with at most 64 KiB at once. An implementation that has a cap
 * ends the call by throwing a {@link HostStop} of the engine.
 */
public interface GuestOutput {
  /** Takes bytes; the buffer is used again afterwards. */
  void write(byte[] buffer, int offset, int length);

  /** Returns an output that forgets everything. */
  static GuestOutput discard() {
    return (buffer, offset, length) -> {};
  }
}
