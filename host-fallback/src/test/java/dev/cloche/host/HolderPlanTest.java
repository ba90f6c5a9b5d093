package dev.cloche.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class HolderPlanTest {
  private static final HolderPlan.Mounts MOUNTS =
      new HolderPlan.Mounts("/run/x/etc", "/run/from", "/run/x/ws", 4096, 11);

  @Test
  void theHolder_givesRootUp_beforeItMakesNamespaces() {
    List<String> argv =
        HolderPlan.argv(Facts.debian(true), 64001, List.of("/g/procs"), "/g/kill", MOUNTS);
    assertTrue(argv.indexOf("/g/kill") < argv.indexOf("/g/procs"));
    assertTrue(argv.indexOf("/g/procs") < argv.indexOf("--"));
    assertTrue(argv.indexOf("--") < argv.indexOf("--reuid=64001"));
    assertTrue(argv.indexOf("--no-new-privs") < argv.indexOf("/usr/bin/unshare"));
    assertTrue(argv.containsAll(List.of("--user", "--map-root-user", "--mount", "--net")));
  }

  @Test
  void theWorkspace_isBounded_inBytesAndNodes() {
    List<String> argv = HolderPlan.argv(Facts.debian(false), 0, List.of(), "", MOUNTS);
    assertFalse(argv.contains("/usr/bin/setpriv"));
    assertEquals(
        List.of(
            "/usr/bin/mount",
            "/usr/bin/cp",
            "/run/x/etc",
            "/run/from",
            "size=4096,nr_inodes=11,mode=0700,nosuid,nodev",
            "/run/x/ws"),
        argv.subList(argv.size() - 6, argv.size()));
  }
}
