package dev.cloche.credential;

import dev.cloche.egress.Scrubber;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;

/**
 * The latest secrets that were issued, each once, for scrubbing records. Thread-safe.
 *
 * <p>A session may live long and its issuer bring a new token for each call; records of a call are
 * made when it ends, so that the latest are enough.
 */
final class KnownSecrets {
  private static final int MAX_SECRETS = 256;

  private final TreeSet<byte[]> secrets = new TreeSet<>(Arrays::compare);
  private final ArrayDeque<byte[]> order = new ArrayDeque<>();
  private Scrubber scrubber = Scrubber.none();
  private boolean changed;

  synchronized void add(List<byte[]> more) {
    for (byte[] secret : more) {
      if (secrets.add(secret)) {
        order.add(secret);
        changed = true;
      }
    }
    while (order.size() > MAX_SECRETS) {
      secrets.remove(order.remove());
    }
  }

  synchronized Scrubber scrubber() {
    if (changed) {
      scrubber = Scrubber.of(secrets);
      changed = false;
    }
    return scrubber;
  }

  synchronized void clear() {
    secrets.forEach(secret -> Arrays.fill(secret, (byte) 0));
    secrets.clear();
    order.clear();
    scrubber = Scrubber.none();
    changed = false;
  }
}
