package dev.cloche.workspace.tree;

/**
 * Brings the bytes of a host file into memory, because a guest is about to change them.
 *
 * <p>Paid and counted before anything is read; the file is as it was if reading fails.
 */
final class CopyUp {
  private static final int CHUNK = 64 * 1024;

  private final Volume volume;
  private final Caller caller;

  CopyUp(Volume volume, Caller caller) {
    this.volume = volume;
    this.caller = caller;
  }

  /**
   * Makes the bytes those in memory; does nothing if they are.
   *
   * @param keep how many bytes will be needed
   * @param grow the size that the file will have at least
   */
  void run(RegularFile file, long keep, long grow) throws Fault {
    LowerFile lower = file.lower();
    if (lower == null) {
      return;
    }
    if (keep > 0) {
      volume.openLower(lower);
    }
    long size = Math.min(keep, lower.size());
    volume.quota().require(Math.max(size, grow), 0);
    caller.spend(1 + size / Long.BYTES);
    byte[][] pages = read(lower, size);
    // From here on nothing is allocated: a heap that is full must not cut the file.
    file.detach(pages, size);
    volume.quota().force(size, 0);
    volume.closeLower(lower);
  }

  private static byte[][] read(LowerFile lower, long size) throws Fault {
    byte[][] chunks = new byte[(int) ((size + CHUNK - 1) / CHUNK)][];
    for (int i = 0; i < chunks.length; i++) {
      long offset = (long) i * CHUNK;
      chunks[i] = new byte[(int) Math.min(CHUNK, size - offset)];
      int count = lower.read(offset, chunks[i], 0, chunks[i].length);
      if (count < chunks[i].length) {
        throw Errno.IO.fault();
      }
    }
    return chunks;
  }
}
