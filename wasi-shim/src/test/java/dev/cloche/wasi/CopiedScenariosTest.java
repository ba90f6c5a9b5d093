package dev.cloche.wasi;

import dev.cloche.workspace.Access;
import dev.cloche.workspace.Workspace;
import java.util.Map;
import org.junit.jupiter.api.Tag;

/** The scenarios on a directory of the host that was copied in: as in memory. */
@Tag("one-jdk")
class CopiedScenariosTest extends HostScenarios {
  @Override
  void place(Workspace workspace) {
    workspace.copyIn(host, "/", Access.OVERLAY);
  }

  /** Copies are made one directory after the other, each before what follows it. */
  @Override
  Map<String, Integer> inodes() {
    return Map.of("file", 4, "empty", 3, "full", 5, "to-file", 11, "loop", 8);
  }
}
