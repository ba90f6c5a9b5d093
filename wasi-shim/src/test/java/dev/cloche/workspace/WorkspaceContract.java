package dev.cloche.workspace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cloche.workspace.tree.DirectoryEntry;
import dev.cloche.workspace.tree.Errno;
import dev.cloche.workspace.tree.Kind;
import dev.cloche.workspace.tree.Stat;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What holds for every kind of tree: here what a guest can see. {@link WritableContract} adds what
 * it can change. The tree, below {@code t}:
 *
 * <pre>
 * t/
 * ├── file     "content"
 * ├── empty    ""
 * ├── link     -> file
 * ├── up       -> sub/../file
 * ├── dangling -> nothing
 * ├── loop     -> loop
 * ├── way      -> sub
 * └── sub/
 *     ├── inner     "x"
 *     ├── back      -> ..
 *     └── deep/
 * </pre>
 */
abstract class WorkspaceContract {
  Workspace workspace;
  TreeUser guest;

  /** Returns a workspace that has the tree at {@code /t}. */
  abstract Workspace create() throws Exception;

  @BeforeEach
  void begin() throws Exception {
    workspace = create();
    guest = new TreeUser(workspace);
  }

  @AfterEach
  void end() {
    workspace.close();
  }

  static void ok(Errno errno) {
    assertEquals(Errno.SUCCESS, errno);
  }

  /** Makes the tree by a guest's means. */
  static void plant(TreeUser user) {
    ok(user.mkdir("t"));
    ok(user.mkdir("t/sub"));
    ok(user.mkdir("t/sub/deep"));
    ok(user.write("t/file", 0, "content"));
    ok(user.write("t/empty", 0, ""));
    ok(user.write("t/sub/inner", 0, "x"));
    ok(user.symlink("file", "t/link"));
    ok(user.symlink("sub/../file", "t/up"));
    ok(user.symlink("nothing", "t/dangling"));
    ok(user.symlink("loop", "t/loop"));
    ok(user.symlink("sub", "t/way"));
    ok(user.symlink("..", "t/sub/back"));
  }

  @ParameterizedTest
  @CsvSource({
    "t/file, content",
    "t/empty, ''",
    "t//./file, content",
    "t/sub/../file, content",
    "t/link, content",
    "t/up, content",
    "t/way/inner, x",
    "t/way/back/way/back/file, content",
    "t/sub/back/sub/inner, x",
    "t/none, [NOENT]",
    "t/none/x, [NOENT]",
    "t/file/x, [NOTDIR]",
    "t/file/, [NOTDIR]",
    "t/link/x, [NOTDIR]",
    "t/dangling, [NOENT]",
    "t/dangling/x, [NOENT]",
    "t/loop, [LOOP]",
    "t/loop/x, [LOOP]",
    "/t/file, [NOTCAPABLE]",
    "../t/file, [NOTCAPABLE]",
    "t/../../t/file, [NOTCAPABLE]",
    "t/sub/back/../../file, [NOTCAPABLE]",
  })
  void read_answers(String path, String answer) {
    assertEquals(answer, guest.read(path));
  }

  @ParameterizedTest
  @CsvSource({
    "t/file, d, NOTDIR",
    "t/sub, d, SUCCESS",
    "t/sub/, d, SUCCESS",
    "t/sub, '', SUCCESS",
    "t/sub, w, ISDIR",
    "t/sub, c, ISDIR",
    "t/sub, t, ISDIR",
    "t/link, '', LOOP",
    "t/link, d, NOTDIR",
    "t/way, d, NOTDIR",
    "t/way, df, SUCCESS",
    "t/way/, d, SUCCESS",
    "t/file, cx, EXIST",
    "t/link, cxf, EXIST",
    "t/none/, c, ISDIR",
    "t/none, '', NOENT",
  })
  void open_answers(String path, String how, Errno errno) {
    assertEquals(errno, guest.tryOpen(path, how));
  }

  @ParameterizedTest
  @CsvSource({
    "t/link, file",
    "t/way, sub",
    "t/dangling, nothing",
    "t/loop, loop",
    "t/sub/back, ..",
    "t/file, [INVAL]",
    "t/sub, [INVAL]",
    "t/none, [NOENT]",
  })
  void readLink_answers(String path, String target) {
    assertEquals(target, guest.readLink(path));
  }

  @ParameterizedTest
  @CsvSource({
    "t, DIRECTORY, 0",
    "t/file, REGULAR_FILE, 7",
    "t/empty, REGULAR_FILE, 0",
    "t/link, SYMBOLIC_LINK, 4",
    "t/sub/deep, DIRECTORY, 0",
  })
  void stat_tellsKindAndSize(String path, Kind kind, long size) throws Exception {
    Stat stat = guest.stat(path);
    assertEquals(kind, stat.kind());
    assertEquals(size, stat.size());
    assertEquals(1, stat.links());
  }

  @Test
  void list_namesEverythingOnce_withTheNumbersOfStat() throws Exception {
    Set<String> names = new HashSet<>();
    Set<Long> numbers = new HashSet<>();
    for (DirectoryEntry entry : guest.list("t")) {
      assertTrue(names.add(entry.name()));
      if (!entry.name().startsWith(".")) {
        assertTrue(numbers.add(entry.inode()));
        assertEquals(entry.inode(), guest.stat("t/" + entry.name()).inode());
        assertEquals(entry.kind(), guest.stat("t/" + entry.name()).kind());
      }
    }
    assertEquals(
        Set.of(".", "..", "file", "empty", "link", "up", "dangling", "loop", "way", "sub"), names);
  }

  @Test
  void list_resumesAfterEveryCookie() throws Exception {
    List<DirectoryEntry> all = guest.list("t");
    for (int i = 0; i < all.size(); i++) {
      long cookie = all.get(i).cookie();
      var directory = (dev.cloche.workspace.tree.Directory) guest.open("t", "d");
      assertEquals(all.subList(i + 1, all.size()), guest.tree.nodes().list(directory, cookie, 100));
      guest.tree.nodes().close(directory);
    }
  }

  @Test
  void numbersAndTimes_areTheSameAtEveryLook() throws Exception {
    Stat first = guest.stat("t/sub/inner");
    assertEquals("x", guest.read("t/sub/inner"));
    assertEquals(first, guest.stat("t/sub/inner"));
    assertEquals(first, guest.stat("t/way/back/way/inner"));
  }

  @Test
  void facade_seesTheSame() {
    assertEquals(List.of("back", "deep", "inner"), workspace.list("/t/sub"));
    assertEquals(7, workspace.readFile("/t/link").length);
    assertTrue(workspace.exists("/t/up"));
  }
}
