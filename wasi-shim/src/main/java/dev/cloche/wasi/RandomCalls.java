package dev.cloche.wasi;

import dev.cloche.workspace.tree.Fault;
import java.util.List;

/** The function {@code random_get}. */
final class RandomCalls {
  private final GuestRandom random;
  private final Transfer transfer;

  RandomCalls(GuestRandom random, Transfer transfer) {
    this.random = random;
    this.transfer = transfer;
  }

  void get(Call call) throws Fault {
    Buffer target = call.buffer(0);
    transfer.fill(call.memory(), List.of(target), this::fill, false);
  }

  private int fill(byte[] buffer, int offset, int length) {
    random.fill(buffer, offset, length);
    return length;
  }
}
