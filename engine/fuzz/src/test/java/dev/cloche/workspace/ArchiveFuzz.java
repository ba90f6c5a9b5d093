package dev.cloche.workspace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cloche.fuzz.FuzzTarget;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Archives that strangers packed. The first byte says of which kind: whatever is in them is
 * unpacked whole below the directory, or nothing is there, and beside it nothing changes.
 */
public final class ArchiveFuzz implements FuzzTarget {
  private static final WorkspaceLimits SMALL = new WorkspaceLimits(1 << 20, 200, 12);
  private static final ArchiveLimits BOUNDS = new ArchiveLimits(1 << 19, 100, 50);
  private static final byte[] BYSTANDER = {'b'};

  /** What the first byte says; after these comes a zip that is shown and not unpacked. */
  private static final List<ArchiveFormat> FORMATS =
      List.of(ArchiveFormat.TAR, ArchiveFormat.TAR_GZIP, ArchiveFormat.ZIP);

  @Override
  public String name() {
    return "archive";
  }

  @Override
  public List<byte[]> seeds() {
    try (Workspace workspace = Workspace.inMemory(SMALL)) {
      workspace.writeFile("/in/a.txt", new byte[] {'h', 'e', 'l', 'l', 'o'});
      workspace.createDirectory("/in/d");
      workspace.writeFile("/in/d/b", new byte[600]);
      workspace.createLink("/in/d/l", "../a.txt");
      List<byte[]> seeds = new ArrayList<>();
      for (ArchiveFormat format : FORMATS) {
        ByteArrayOutputStream seed = new ByteArrayOutputStream();
        seed.write(seeds.size());
        var ignored = workspace.copyOut("/in", seed, format);
        seeds.add(seed.toByteArray());
      }
      byte[] zip = seeds.get(FORMATS.size() - 1).clone();
      zip[0] = (byte) FORMATS.size();
      seeds.add(zip);
      return seeds;
    }
  }

  @Override
  public void run(byte[] input) {
    if (input.length == 0) {
      return;
    }
    byte[] archive = Arrays.copyOfRange(input, 1, input.length);
    int kind = (input[0] & 0xff) % (FORMATS.size() + 1);
    if (kind == FORMATS.size()) {
      show(archive);
    } else {
      unpack(archive, FORMATS.get(kind));
    }
  }

  private static void unpack(byte[] archive, ArchiveFormat format) {
    try (Workspace workspace = Workspace.inMemory(SMALL)) {
      workspace.writeFile("/beside", BYSTANDER);
      long before = workspace.usedBytes();
      boolean done = unpacked(workspace, archive, format);
      assertEquals(1, workspace.readFile("/beside").length);
      assertTrue(workspace.list("/").size() <= 2, "only what was there, and the directory");
      assertTrue(workspace.usedBytes() <= SMALL.bytes());
      assertTrue(workspace.usedNodes() <= SMALL.nodes());
      if (done) {
        assertNoLinkLeadsOut(workspace, "/out", 0);
      } else {
        assertFalse(workspace.exists("/out") && !workspace.list("/out").isEmpty());
        assertEquals(before, workspace.usedBytes());
      }
    }
  }

  private static boolean unpacked(Workspace workspace, byte[] archive, ArchiveFormat format) {
    try {
      workspace.copyIn(new ByteArrayInputStream(archive), format, "/out", BOUNDS);
      return true;
    } catch (WorkspaceException refused) {
      return false;
    }
  }

  private static void assertNoLinkLeadsOut(Workspace workspace, String path, int depth) {
    for (String name : workspace.list(path)) {
      String each = path + "/" + name;
      assertFalse(name.isEmpty() || name.equals("..") || name.indexOf('/') >= 0, each);
      if (workspace.kind(each) == NodeKind.DIRECTORY) {
        assertNoLinkLeadsOut(workspace, each, depth + 1);
      } else if (workspace.kind(each) == NodeKind.LINK) {
        assertStays(workspace.readLink(each), depth);
      }
    }
  }

  /** Counted naively: as many names down as up, and never above. */
  private static void assertStays(String target, int depth) {
    assertFalse(target.startsWith("/"), target);
    int at = depth;
    for (String name : target.split("/", -1)) {
      at += name.equals("..") ? -1 : name.isEmpty() || name.equals(".") ? 0 : 1;
      assertTrue(at >= 0, target);
    }
  }

  private static void show(byte[] archive) {
    try (Workspace shown = Workspace.ofZip(archive, BOUNDS)) {
      read(shown, "/");
    } catch (WorkspaceException refused) {
      // That is what it is for.
    }
  }

  private static void read(Workspace shown, String path) {
    for (String name : shown.list(path)) {
      String each = path + name;
      if (shown.kind(each) == NodeKind.DIRECTORY) {
        read(shown, each + "/");
      } else {
        assertTrue(shown.readFile(each).length <= BOUNDS.bytes());
      }
    }
  }
}
