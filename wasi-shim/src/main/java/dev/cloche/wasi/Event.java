package dev.cloche.wasi;

import dev.cloche.workspace.tree.Errno;

/**
 * What happened to a subscription.
 *
 * @param subscription the subscription
 * @param errno success, or why it can never happen
 * @param bytes what can be read or written at once
 */
record Event(Subscription subscription, Errno errno, long bytes) {
  static final int BYTES = 32;

  void put(GuestMemory memory, int address) {
    memory.putLong(address, subscription.userdata());
    memory.putLong(address + 8, errno.number() | (long) subscription.tag() << 16);
    memory.putLong(address + 16, bytes);
    memory.putLong(address + 24, 0);
  }
}
