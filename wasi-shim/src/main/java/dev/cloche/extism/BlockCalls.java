package dev.cloche.extism;

import dev.cloche.wasi.HostCosts;

/** Memory, input, output and error: what Extism's kernel exports. */
final class BlockCalls {
  private final Kernel kernel;
  private final KernelMemory memory;

  BlockCalls(Kernel kernel) {
    this.kernel = kernel;
    this.memory = kernel.memory();
  }

  long alloc(long[] arguments) {
    // What no memory has room for is refused, and not charged for.
    long price = Math.max(0, Math.min(arguments[0], Integer.MAX_VALUE));
    kernel.budget().charge(HostCosts.bytes(price));
    return memory.allocate(arguments[0]);
  }

  long free(long[] arguments) {
    kernel.free(arguments[0]);
    return 0;
  }

  long length(long[] arguments) {
    return memory.length(arguments[0]);
  }

  long loadByte(long[] arguments) {
    return Byte.toUnsignedLong(memory.loadByte(arguments[0]));
  }

  long loadLong(long[] arguments) {
    return memory.loadLong(arguments[0]);
  }

  long storeByte(long[] arguments) {
    memory.storeByte(arguments[0], (byte) arguments[1]);
    return 0;
  }

  long storeLong(long[] arguments) {
    memory.storeLong(arguments[0], arguments[1]);
    return 0;
  }

  long inputLoadByte(long[] arguments) {
    long at = arguments[0];
    return isInput(at, 1) ? Byte.toUnsignedLong(memory.loadByte(kernel.inputOffset() + at)) : 0;
  }

  long inputLoadLong(long[] arguments) {
    long at = arguments[0];
    return isInput(at, Long.BYTES) ? memory.loadLong(kernel.inputOffset() + at) : 0;
  }

  private boolean isInput(long at, int width) {
    return at >= 0 && at <= kernel.inputLength() - width;
  }

  long inputSet(long[] arguments) {
    kernel.setInput(arguments[0], arguments[1]);
    return 0;
  }

  long inputLength(long[] arguments) {
    return kernel.inputLength();
  }

  long inputOffset(long[] arguments) {
    return kernel.inputOffset();
  }

  long outputSet(long[] arguments) {
    kernel.setOutput(arguments[0], arguments[1]);
    return 0;
  }

  long outputLength(long[] arguments) {
    return kernel.outputLength();
  }

  long outputOffset(long[] arguments) {
    return kernel.outputOffset();
  }

  long errorSet(long[] arguments) {
    kernel.setError(arguments[0]);
    return 0;
  }

  long errorGet(long[] arguments) {
    return kernel.error();
  }

  long reset(long[] arguments) {
    kernel.reset();
    return 0;
  }

  long memoryBytes(long[] arguments) {
    return memory.size();
  }
}
