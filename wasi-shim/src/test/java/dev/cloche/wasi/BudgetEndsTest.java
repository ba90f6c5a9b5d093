package dev.cloche.wasi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cloche.workspace.Workspace;
import dev.cloche.workspace.WorkspaceLimits;
import dev.cloche.workspace.tree.Errno;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The engine may end a call at any charge: the workspace must be whole afterwards. */
class BudgetEndsTest {
  private static void script(Guest guest) {
    guest.mkdir("d");
    int fd = guest.opened("d/file", "crw");
    guest.write(fd, "some content that costs a little");
    guest.symlink("d/file", "link");
    guest.link("d/file", "hard");
    guest.mkdir("e");
    guest.rename("d", "e/d");
    guest.stat("link", true);
    guest.unlink("hard");
    guest.call("fd_readdir", Guest.ROOT, Guest.DATA, 200, 0, Guest.RESULT);
    guest.call("random_get", Guest.DATA, 100);
    guest.close(fd);
    guest.unlink("e/d/file");
    guest.rmdir("e/d");
  }

  private static long cost() {
    Guest guest = new Guest();
    script(guest);
    return guest.budget.used;
  }

  @Test
  void script_always_costsTheSame() {
    assertEquals(cost(), cost());
  }

  @Test
  void call_endedAtAnyCharge_leavesExactAccounts() {
    long whole = cost();
    for (long limit = 0; limit < whole; limit += 7) {
      Guest guest = new Guest();
      guest.budget.limit = limit;
      assertThrows(FakeBudget.Exhausted.class, () -> script(guest));
      guest.wasi.close();
      assertTrue(guest.workspace.usedNodes() <= 6);
      guest.workspace.delete("/");
      assertEquals(0, guest.workspace.usedNodes());
      assertEquals(0, guest.workspace.usedBytes());
    }
  }

  @Test
  void largeWrite_endedByTheBudget_stopsAtAChunk() {
    Guest guest = new Guest();
    int fd = guest.opened("f", "crw");
    guest.buffers(0, Guest.MEMORY_BYTES);
    guest.budget.limit = guest.budget.used + HostCosts.BASE + HostCosts.ITEM + 8192;
    assertThrows(
        FakeBudget.Exhausted.class,
        () -> guest.call("fd_write", fd, Guest.BUFFERS, 1, Guest.RESULT));
    assertEquals(Transfer.CHUNK, guest.workspace.readFile("/f").length);
  }

  @Test
  void twoCalls_inOneSession_seeEachOthersFilesButNotTheirDescriptors() {
    Workspace workspace = Workspace.inMemory(WorkspaceLimits.defaults());
    Guest first = new Guest(workspace);
    final Guest second = new Guest(workspace);
    int fd = first.opened("shared", "crw");
    assertEquals(Errno.SUCCESS, first.write(fd, "hello"));
    assertEquals(Errno.BADF, second.read(fd, 5));
    assertEquals("hello", second.readText(second.opened("shared", "r"), 10));
    assertEquals(Errno.SUCCESS, second.unlink("shared"));
    first.wasi.close();
    assertEquals(1, workspace.usedNodes());
    second.wasi.close();
    assertEquals(0, workspace.usedNodes());
    assertEquals(List.of(), workspace.list("/"));
  }

  @Test
  void twoWorkspaces_neverAlias_F17() {
    Guest first = new Guest();
    Guest second = new Guest();
    first.file("/same", "first");
    second.file("/same", "second");
    assertEquals("first", first.readText(first.opened("same", "r"), 10));
    assertEquals("second", second.readText(second.opened("same", "r"), 10));
  }
}
