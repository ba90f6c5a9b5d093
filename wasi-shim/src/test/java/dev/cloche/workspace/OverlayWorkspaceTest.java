package dev.cloche.workspace;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/** The contract, over a host directory, which stays as it was. */
@Tag("one-jdk")
class OverlayWorkspaceTest extends WritableContract {
  @TempDir Path host;
  private String before;

  @Override
  Workspace create() throws Exception {
    HostTree.plant(host);
    before = HostTree.describe(host);
    Workspace made = Workspace.inMemory(WorkspaceLimits.defaults());
    made.mount(host, "/t", Access.OVERLAY);
    return made;
  }

  @AfterEach
  void host_isUntouched() throws Exception {
    assertEquals(before, HostTree.describe(host));
  }
}
