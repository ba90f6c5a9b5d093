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
        byte[] chunk = begin(wanted);
        int given = source.read(chunk, 0, wanted);
        if (given <= 0) {
          return done;
        }
        memory.putBytes(buffer.address() + at, chunk, 0, given);
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

  private byte[] begin(int length) {
    pay(length);
    if (scratch.length < length) {
      scratch = new byte[CHUNK];
    }
    return scratch;
  }

  private void pay(int length) {
    budget.charge(HostCosts.bytes(length));
    budget.checkpoint();
  }
}
