package dev.cloche.host;

import java.io.FileInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Keeps namespaces of a sandbox when its processes are gone, until somebody has the time to see
 * them off.
 *
 * <p><b>Why.</b> The last process of a mount namespace unmounts all of it before it is gone, which
 * takes a grace period of RCU: as long as the rest of its end. The kernel takes network and IPC
 * namespaces apart on threads of its own, at once, while the host reads what the command left.
 *
 * <p>Nothing can be reached through a namespace without a process in it. Where the kernel does not
 * let one be held, that end is waited for as before. Thread-safe.
 */
final class HeldNamespaces implements AutoCloseable {
  private static final List<String> KINDS = List.of("mnt", "net", "ipc");

  private final List<FileInputStream> open = new ArrayList<>();
  private boolean closed;

  /** Holds those of a process, which has them from its birth. */
  synchronized void hold(long process) {
    for (String kind : KINDS) {
      if (closed) {
        return;
      }
      try {
        open.add(new FileInputStream("/proc/" + process + "/ns/" + kind));
      } catch (IOException refused) {
        // Then the process takes it with it.
      }
    }
  }

  /** Lets them go; none is held any more. */
  @Override
  public synchronized void close() {
    closed = true;
    for (FileInputStream each : open) {
      try {
        each.close();
      } catch (IOException gone) {
        // There is nothing to be written that could be lost.
      }
    }
    open.clear();
  }
}
