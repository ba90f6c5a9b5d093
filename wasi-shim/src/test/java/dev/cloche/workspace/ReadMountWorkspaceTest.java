package dev.cloche.workspace;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.cloche.workspace.tree.Errno;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The part of the contract that is about looking, on a host directory that cannot be changed. */
class ReadMountWorkspaceTest extends WorkspaceContract {
  @TempDir Path host;

  @Override
  Workspace create() throws Exception {
    HostTree.plant(host);
    Workspace made = Workspace.inMemory(WorkspaceLimits.defaults());
    made.mount(host, "/t", Access.READ);
    return made;
  }

  @ParameterizedTest
  @ValueSource(strings = {"t/file", "t/sub/inner", "t/new", "t/sub/new", "t/way/new"})
  void write_isRefused_F22(String path) {
    assertEquals(Errno.ROFS, guest.write(path, 0, "x"));
  }

  @Test
  void otherChanges_areRefused_F22() {
    assertEquals(Errno.ROFS, guest.mkdir("t/new"));
    assertEquals(Errno.ROFS, guest.unlink("t/file"));
    assertEquals(Errno.ROFS, guest.rmdir("t/sub/deep"));
    assertEquals(Errno.ROFS, guest.rename("t/file", "x"));
    assertEquals(Errno.ROFS, guest.link("t/file", "x"));
    assertEquals(Errno.ROFS, guest.touch("t/link"));
    ok(guest.write("x", 0, "positive control"));
  }
}
