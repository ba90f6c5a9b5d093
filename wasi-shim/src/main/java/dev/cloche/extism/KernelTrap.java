package dev.cloche.extism;

import com.dylibso.chicory.runtime.TrapException;

/**
 * A plugin's own mistake in a call of the host, such as a handle that is none: it ends the plugin
 * like any other trap.
 */
public final class KernelTrap extends TrapException {
  private static final long serialVersionUID = 1L;

  /** Makes one; the message holds nothing that a guest may not read. */
  KernelTrap(String message) {
    super(message);
  }
}
