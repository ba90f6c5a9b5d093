package dev.cloche.fuzz;

import dev.cloche.egress.HttpFuzz;
import dev.cloche.egress.ScrubberFuzz;
import dev.cloche.egress.UrlFuzz;
import dev.cloche.host.LaunchFuzz;
import dev.cloche.host.seccomp.SeccompFuzz;
import dev.cloche.policy.ManifestFuzz;
import dev.cloche.policy.PolicyFuzz;
import dev.cloche.replay.RecordingFuzz;
import dev.cloche.run.ModuleFuzz;
import dev.cloche.run.ProgramFuzz;
import dev.cloche.structured.ExtismFuzz;
import dev.cloche.wasi.WasiFuzz;
import dev.cloche.workspace.ArchiveFuzz;
import java.util.List;

/** All targets. */
final class Targets {

  /** What a build runs a slice of, in the order of the first byte: append, or corpora change. */
  static final List<FuzzTarget> ALL =
      List.of(
          new ModuleFuzz(),
          new ProgramFuzz(),
          new PolicyFuzz(),
          new ManifestFuzz(),
          new ExtismFuzz(),
          new UrlFuzz(),
          new ScrubberFuzz(),
          new WasiFuzz(),
          new ArchiveFuzz(),
          new SeccompFuzz(),
          new LaunchFuzz(),
          new HttpFuzz(),
          new RecordingFuzz());

  private Targets() {}

  static FuzzTarget named(String name) {
    PlantedBug planted = new PlantedBug();
    if (planted.name().equals(name)) {
      return planted;
    }
    return ALL.stream()
        .filter(target -> target.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "there is no target \"" + name + "\"; there are " + names()));
  }

  static List<String> names() {
    return ALL.stream().map(FuzzTarget::name).toList();
  }
}
