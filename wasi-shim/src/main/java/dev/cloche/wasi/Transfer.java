package dev.cloche.wasi;

import dev.cloche.workspace.tree.Fault;
import java.util.List;

/**
 * Moves bytes between guest memory and something else, in chunks that are paid for one by one, so
 * that no size a guest chooses is ever allocated or moved at once.
 */
final class Transfer {
  /** The most bytes moved without looking at the budget: some microseconds of work. */
  static final int CHUNK = 64 * 1024;

  /** The bytes copied at once: they are still in the nearest cache when they are copied on. */
  private static final int PIECE = 8 * 1024;

  private final HostBudget budget;
  private byte[] scratch = new byte[512];

  Transfer(HostBudget budget) {
    this.budget = budget;
  }

  /** Something to read from: returns how many bytes it gave, none or fewer at its end. */
  interface Source {
    int read(byte[] buffer, int offset, int length) throws Fault;
  }

  /** Something to write to: it takes all or answers an error. */
  interface Sink {
    void write(byte[] buffer, int offset, int length) throws Fault;
  }

  /**
   * Fills the buffers from a source until it gives less than asked for.
   *
   * @param once whether to return after the first bytes, since the next read might wait
   */
  int fill(GuestMemory memory, List<Buffer> buffers, Source source, boolean once) throws Fault {
    int done = 0;
    for (Buffer buffer : buffers) {
      for (int at = 0; at < buffer.length(); ) {
        int wanted = Math.min(CHUNK, buffer.length() - at);
        pay(wanted);
        int given = move(memory, buffer.address() + at, wanted, source, once);
        at += given;
        done += given;
        if (given < wanted || once) {
          return done;
        }
      }
    }
    return done;
  }

  /** Writes the buffers to a sink; an error after some bytes ends with what was written. */
  int drain(GuestMemory memory, List<Buffer> buffers, Sink sink) throws Fault {
    int done = 0;
    for (Buffer buffer : buffers) {
      for (int at = 0; at < buffer.length(); ) {
        int length = Math.min(CHUNK, buffer.length() - at);
        pay(length);
        try {
          sink.write(memory.getBytes(buffer.address() + at, length), 0, length);
        } catch (Fault fault) {
          if (done == 0) {
            throw fault;
          }
          return done;
        }
        at += length;
        done += length;
      }
    }
    return done;
  }

  /** Moves a chunk that is paid for, and returns how many bytes there were. */
  private int move(GuestMemory memory, int address, int wanted, Source source, boolean once)
      throws Fault {
    int piece = once ? wanted : Math.min(PIECE, wanted);
    byte[] bytes = scratch(piece);
    int done = 0;
    boolean more = true;
    while (more && done < wanted) {
      int length = Math.min(piece, wanted - done);
      int given = Math.max(0, source.read(bytes, 0, length));
      memory.putBytes(address + done, bytes, 0, given);
      done += given;
      more = given == length;
    }
    return done;
  }

  private byte[] scratch(int length) {
    if (scratch.length < length) {
      scratch = new byte[Math.max(PIECE, length)];
    }
    return scratch;
  }

  private void pay(int length) {
    budget.charge(HostCosts.bytes(length));
    budget.checkpoint();
  }
}
