package dev.cloche.run;

import dev.cloche.HostReport;

/**
 * Looks at this process for {@link HostReport}.
 *
 * <p>Public only because {@code dev.cloche} calls it; this package is not exported.
 */
public final class HostFacts {

  private HostFacts() {}

  /** Returns what there is to say. */
  public static HostReport report() {
    Runtime runtime = Runtime.getRuntime();
    return new HostReport(
        Runtime.version().toString(),
        System.getProperty("java.vm.name", "unknown"),
        runtime.availableProcessors(),
        runtime.maxMemory(),
        new Admission().capacity(),
        HugeMethods.areCompiled());
  }
}
