package dev.cloche.extism;

/**
 * The kernel memory as a host function of the embedder sees it, while it runs: whole blocks, which
 * are checked and paid for. Afterwards, and on another thread, it is closed.
 */
public final class KernelView implements AutoCloseable {
  /** 16 MiB of one block: what a plugin can make its host hold at once, besides its own memory. */
  public static final int MAX_BYTES = 16 << 20;

  private final Kernel kernel;
  private final Thread guest = Thread.currentThread();
  private boolean isClosed;

  KernelView(Kernel kernel) {
    this.kernel = kernel;
  }

  /**
   * Returns the content of a block, copied.
   *
   * @throws KernelTrap if there is no such block, or it is larger than {@link #MAX_BYTES}: the
   *     plugin's fault, which is not to be caught
   * @throws IllegalStateException if the function is over, or this is not its thread
   */
  public byte[] read(long block) {
    requireOpen();
    return kernel.read("a function of the host", block, MAX_BYTES);
  }

  /**
   * Makes a block; 0 for no bytes. Ends the call if there is no room for it.
   *
   * @throws IllegalStateException if the function is over, or this is not its thread
   */
  public long write(byte[] content) {
    requireOpen();
    return kernel.give(content);
  }

  /**
   * Frees a block; what is none is passed over.
   *
   * @throws IllegalStateException if the function is over, or this is not its thread
   */
  public void free(long block) {
    requireOpen();
    kernel.free(block);
  }

  private void requireOpen() {
    if (isClosed || Thread.currentThread() != guest) {
      throw new IllegalStateException("the memory of a plugin is open to its own function alone");
    }
  }

  @Override
  public void close() {
    isClosed = true;
  }
}
