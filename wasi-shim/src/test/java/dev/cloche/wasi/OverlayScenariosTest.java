package dev.cloche.wasi;

import dev.cloche.workspace.Access;
import dev.cloche.workspace.Workspace;
import org.junit.jupiter.api.Tag;

/** The scenarios over a mounted directory of the host: guests notice no difference. */
@Tag("one-jdk")
class OverlayScenariosTest extends HostScenarios {
  @Override
  void place(Workspace workspace) {
    workspace.mount(host, "/", Access.OVERLAY);
  }
}
