package dev.cloche.extism;

import dev.cloche.wasi.GuestInput;
import dev.cloche.wasi.HostBudget;
import dev.cloche.wasi.HostCosts;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/**
 * The state of one call of a plugin: the memory, and which of it is input, output and error.
 *
 * <p>The input is read when the plugin first asks for it, so that one that takes none does not
 * wait.
 */
final class Kernel {
  /** The most bytes moved without looking at the budget. */
  static final int CHUNK = 64 * 1024;

  /**
   * The most bytes of a name, and of a line of log that are shown: a block may be as large as the
   * memory limit, and Java's texts of it several times that.
   */
  static final int MAX_TEXT = 64 * 1024;

  private final HostBudget budget;
  private final KernelMemory memory;
  private final GuestInput source;
  private boolean isInputRead;
  private long inputOffset;
  private long inputLength;
  private long outputOffset;
  private long outputLength;
  private long error;

  Kernel(HostBudget budget, KernelSpace space, GuestInput source) {
    this.budget = budget;
    this.memory = new KernelMemory(space);
    this.source = source;
  }

  KernelMemory memory() {
    return memory;
  }

  HostBudget budget() {
    return budget;
  }

  long inputOffset() {
    readInput();
    return inputOffset;
  }

  long inputLength() {
    readInput();
    return inputLength;
  }

  private void readInput() {
    if (isInputRead) {
      return;
    }
    isInputRead = true;
    KernelMemory.Writer writer = memory.writer();
    byte[] bytes = new byte[CHUNK];
    for (int given = source.read(bytes, 0, CHUNK);
        given > 0;
        given = source.read(bytes, 0, CHUNK)) {
      pay(given);
      writer.write(bytes, 0, given);
    }
    inputLength = writer.length();
    inputOffset = writer.finish();
  }

  void setInput(long offset, long length) {
    requireRange("input_set", offset, length);
    isInputRead = true;
    inputOffset = offset;
    inputLength = length;
  }

  long outputOffset() {
    return outputOffset;
  }

  long outputLength() {
    return outputLength;
  }

  void setOutput(long offset, long length) {
    requireRange("output_set", offset, length);
    outputOffset = offset;
    outputLength = length;
  }

  long error() {
    return error;
  }

  void setError(long block) {
    if (block != 0) {
      int ignored = requireBlock("error_set", block);
    }
    error = block;
  }

  /** The beginning of what the plugin reported last; empty if it took it back, or freed it. */
  byte[] errorText() {
    return memory.get(error, Math.min(memory.length(error), MAX_TEXT));
  }

  void free(long block) {
    memory.free(block);
    if (block == inputOffset) {
      inputLength = 0;
    }
  }

  void reset() {
    budget.charge(HostCosts.bytes(memory.used()));
    memory.reset();
    isInputRead = true;
    inputOffset = 0;
    inputLength = 0;
    outputOffset = 0;
    outputLength = 0;
    error = 0;
  }

  /** Pays for bytes that move; the call may be over then. */
  void pay(long bytes) {
    budget.charge(HostCosts.bytes(bytes));
    budget.checkpoint();
  }

  /** Returns the beginning of a block, which is paid for and then freed: it was handed over. */
  byte[] takeBeginning(String function, long block) {
    int length = Math.min(requireBlock(function, block), MAX_TEXT);
    pay(length);
    byte[] bytes = memory.get(block, length);
    free(block);
    return bytes;
  }

  /** Returns the content of a block, which is paid for; traps if it is longer than that. */
  byte[] read(String function, long block, long most) {
    int length = requireBlock(function, block);
    if (length > most) {
      throw new KernelTrap("%s: %d bytes are more than %d".formatted(function, length, most));
    }
    pay(length);
    return memory.get(block, length);
  }

  /** Returns the name in a block, which is then freed: it was handed over. */
  String takeName(String function, long block) {
    byte[] bytes = read(function, block, MAX_TEXT);
    free(block);
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException malformed) {
      throw new KernelTrap(function + ": text is not UTF-8");
    }
  }

  /** Makes a block of bytes, which are paid for; 0 for none. */
  long give(byte[] bytes) {
    pay(bytes.length);
    long block = memory.allocate(bytes.length);
    memory.put(block, bytes, 0, bytes.length);
    return block;
  }

  /** Returns the length of a block; traps if there is no such block. */
  int requireBlock(String function, long block) {
    int length = memory.length(block);
    if (length == 0) {
      throw new KernelTrap(
          function + ": no block of memory begins at " + Long.toUnsignedString(block));
    }
    return length;
  }

  private void requireRange(String function, long offset, long length) {
    if (!memory.holds(offset, length)) {
      throw new KernelTrap(
          "%s: %s bytes at %s are not in memory"
              .formatted(function, Long.toUnsignedString(length), Long.toUnsignedString(offset)));
    }
  }
}
