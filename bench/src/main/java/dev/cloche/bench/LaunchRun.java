package dev.cloche.bench;

import dev.cloche.host.seccomp.Arch;
import dev.cloche.host.seccomp.SeccompFilter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Starts a command in each sandbox in turn, many times over, so that a slow moment of the machine
 * hits all of them.
 */
final class LaunchRun {

  /** Not counted: caches fill, classes load. */
  private static final int WARMUPS = 5;

  private final Plan plan;
  private final Map<LaunchColumn, Launch> open = new EnumMap<>(LaunchColumn.class);
  private final Map<LaunchColumn, List<Launch.Times>> times = new EnumMap<>(LaunchColumn.class);
  private final Set<String> missing = new LinkedHashSet<>();

  LaunchRun(Plan plan) {
    this.plan = plan;
  }

  /** Measures everything. */
  void measure() throws IOException {
    Progress progress = new Progress(2);
    progress.next("opening sandboxes");
    Path filter = Files.createTempFile("filter-", ".bpf");
    try {
      openAll(filter);
      progress.next("launches");
      for (int i = -WARMUPS; i < plan.launches(); i++) {
        round(i >= 0);
      }
    } finally {
      open.values().forEach(Launch::close);
      Files.delete(filter);
    }
  }

  private void openAll(Path filter) throws IOException {
    Arch arch = Arch.ofJava(System.getProperty("os.arch")).orElseThrow();
    Path written = Files.write(filter, SeccompFilter.bytes(arch));
    boolean readable = written.toFile().setReadable(true, false);
    assert readable;
    open(LaunchColumn.WARM, NativeLaunch::warm);
    open(LaunchColumn.COLD, NativeLaunch::cold);
    open(LaunchColumn.BWRAP, () -> ProcessLaunch.bubblewrap(filter));
    open(LaunchColumn.UNSHARE, ProcessLaunch::unshare);
    open(LaunchColumn.FIREJAIL, ProcessLaunch::firejail);
    open(LaunchColumn.SRT, SrtLaunch::open);
    open(LaunchColumn.NONE, ProcessLaunch::plain);
  }

  private interface Opening {
    Launch open() throws MissingException, IOException;
  }

  private void open(LaunchColumn column, Opening opening) {
    try {
      Launch launch = opening.open();
      Launch.Times ignored = launch.run();
      open.put(column, launch);
    } catch (MissingException | IOException notHere) {
      missing.add(column.title() + ": " + notHere.getMessage());
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(stopped);
    }
  }

  private void round(boolean counted) throws IOException {
    for (Map.Entry<LaunchColumn, Launch> each : open.entrySet()) {
      try {
        Launch.Times once = each.getValue().run();
        if (counted) {
          times.computeIfAbsent(each.getKey(), column -> new ArrayList<>()).add(once);
        }
      } catch (InterruptedException stopped) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException(stopped);
      }
    }
  }

  /** The page. */
  String report(PageHeading heading) {
    Map<LaunchMeasure, Map<LaunchColumn, Samples>> samples = new EnumMap<>(LaunchMeasure.class);
    for (LaunchMeasure measure : LaunchMeasure.values()) {
      Map<LaunchColumn, Samples> columns = new EnumMap<>(LaunchColumn.class);
      times.forEach((column, all) -> columns.put(column, samples(measure, all)));
      samples.put(measure, columns);
    }
    return new LaunchReport(heading, samples, List.copyOf(missing)).markdown();
  }

  private static Samples samples(LaunchMeasure measure, List<Launch.Times> times) {
    return Samples.of(times.stream().mapToDouble(measure::of).toArray());
  }
}
