package dev.cloche.wasi;

import dev.cloche.workspace.Access;
import dev.cloche.workspace.Workspace;

/** The scenarios over a mounted directory of the host: guests notice no difference. */
class OverlayScenariosTest extends HostScenarios {
  @Override
  void place(Workspace workspace) {
    workspace.mount(host, "/", Access.OVERLAY);
  }
}
