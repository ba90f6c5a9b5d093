package dev.cloche.workspace.tree;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cloche.workspace.tree.PathWalk.Last;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The places that paths end in, on this tree:
 *
 * <pre>
 * /
 * ├── a/
 * │   ├── b/
 * │   └── up    -> ..
 * ├── to-a      -> a
 * └── chain     -> to-a/b
 * </pre>
 */
class PathWalkTest {
  /** Counts the steps it is asked to pay for. */
  private static final class Counter implements Caller {
    private long steps;

    @Override
    public long now() {
      return 7;
    }

    @Override
    public void spend(long more) {
      steps += more;
    }
  }

  private static final OpenRequest CREATE = new OpenRequest(false, true, false, false, false, true);

  private final Counter counter = new Counter();
  private final Volume volume = new Volume(10_000, 100, 10, 7);
  private final FileTree tree = new FileTree(volume, counter);

  @BeforeEach
  void plant() throws Fault {
    tree.createDirectory(tree.root(), "a");
    tree.createDirectory(tree.root(), "a/b");
    tree.createLink("..", tree.root(), "a/up");
    tree.createLink("a", tree.root(), "to-a");
    tree.createLink("to-a/b", tree.root(), "chain");
  }

  private Place walk(String path, Last last) throws Fault {
    return PathWalk.resolve(counter, tree.root(), path, last);
  }

  private Node at(String path) throws Fault {
    return walk(path, Last.KEEP).existing();
  }

  @Test
  void dots_haveNoName() throws Fault {
    for (String path : new String[] {".", "a/..", "a/up/.", "a/b/../.."}) {
      Place place = walk(path, Last.KEEP);
      assertNull(place.name(), path);
      assertSame(tree.root(), place.node(), path);
    }
  }

  @Test
  void missing_lastComponent_hasAPlace() throws Fault {
    Place place = walk("to-a/b/new", Last.FOLLOW);
    assertEquals("new", place.name());
    assertSame(at("a/b"), place.parent());
    assertNull(place.node());
  }

  @Test
  void lastLink_isKeptOrFollowed_asAsked() throws Fault {
    assertTrue(walk("chain", Last.KEEP).node() instanceof SymbolicLink);
    assertTrue(walk("chain/", Last.KEEP).node() instanceof SymbolicLink);
    assertTrue(walk("chain", Last.FOLLOW_IF_SLASH).node() instanceof SymbolicLink);
    assertSame(at("a/b"), walk("chain/", Last.FOLLOW_IF_SLASH).node());
    assertSame(at("a/b"), walk("chain", Last.FOLLOW).node());
  }

  @Test
  void slash_isRemembered_alsoFromATarget() throws Fault {
    assertTrue(walk("a/", Last.KEEP).slash());
    tree.createLink("a/", tree.root(), "slashed");
    assertTrue(walk("slashed", Last.FOLLOW).slash());
    assertTrue(!walk("slashed/b", Last.FOLLOW).slash());
  }

  @Test
  void base_isTheTop_whateverTheLinkSays() throws Fault {
    Directory below = (Directory) at("a");
    assertNotNull(walk("a/up/to-a", Last.KEEP).node());
    Fault fault =
        assertThrows(Fault.class, () -> PathWalk.resolve(counter, below, "up/to-a", Last.KEEP));
    assertEquals(Errno.NOTCAPABLE, fault.errno());
  }

  @Test
  void work_isPaid_byComponentAndTarget() throws Fault {
    counter.steps = 0;
    assertNotNull(walk("a/b", Last.KEEP).node());
    assertEquals(2, counter.steps);
    counter.steps = 0;
    assertNotNull(walk("chain", Last.FOLLOW).node());
    assertEquals(1 + 2 + 1, counter.steps);
  }

  @Test
  void work_isPaid_byLengthBeforeItIsDone() throws Fault {
    String longName = "x".repeat(80);
    counter.steps = 0;
    assertNull(walk(longName, Last.KEEP).node());
    assertEquals(1 + 80 / 8, counter.steps);
    counter.steps = 0;
    assertEquals(Errno.NOENT, refusal(longName + "/y", Last.KEEP));
    assertEquals(2 + 82 / 8, counter.steps);
  }

  private Errno refusal(String path, Last last) {
    return assertThrows(Fault.class, () -> walk(path, last)).errno();
  }

  @Test
  void wayThroughWhatIsNoDirectory_isRefused() throws Fault {
    Node file = tree.open(tree.root(), "file", CREATE);
    assertEquals(Errno.NOTDIR, refusal("file/a", Last.KEEP));
    assertEquals(Errno.NOTDIR, refusal("file/", Last.FOLLOW));
    assertEquals(Errno.NOTDIR, refusal("file/", Last.FOLLOW_IF_SLASH));
    assertSame(file, walk("file/", Last.KEEP).node());
    tree.createLink("none", tree.root(), "a/dangling");
    assertEquals(Errno.NOENT, refusal("none/a", Last.KEEP));
    assertEquals(Errno.NOENT, refusal("a/dangling/b", Last.KEEP));
    assertNull(walk("a/dangling", Last.FOLLOW).node());
  }

  @Test
  void f7_linksUpToTheMost_areFollowed_andOneMoreIsALoop() throws Fault {
    for (int i = 1; i <= PathWalk.MAX_LINKS + 1; i++) {
      tree.createLink(i == 1 ? "a" : "link" + (i - 1), tree.root(), "link" + i);
    }
    assertSame(at("a"), walk("link" + PathWalk.MAX_LINKS, Last.FOLLOW).node());
    assertEquals(Errno.LOOP, refusal("link" + (PathWalk.MAX_LINKS + 1), Last.FOLLOW));
    assertEquals(Errno.LOOP, refusal("link" + (PathWalk.MAX_LINKS + 1) + "/b", Last.KEEP));
  }

  @Test
  void nodes_changedTimes_comeFromTheCaller() throws Fault {
    Stat stat = tree.stat(tree.root(), "a", false);
    assertEquals(7, stat.modified());
    assertEquals(Kind.DIRECTORY, stat.kind());
    assertEquals(0, stat.size());
    assertEquals(2, tree.stat(tree.root(), "a/up", false).size());
  }

  @Test
  void accounts_ofTheTree_areExact() {
    // Names a, b, up, to-a, chain; targets "..", "a", "to-a/b".
    assertEquals(1 + 1 + 2 + 4 + 5 + 2 + 1 + 6, volume.usedBytes());
    assertEquals(5, volume.usedNodes());
  }
}
