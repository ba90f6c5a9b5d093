package dev.cloche.wasi;

import static dev.cloche.workspace.tree.Errno.BADF;
import static dev.cloche.workspace.tree.Errno.NOENT;
import static dev.cloche.workspace.tree.Errno.NOTCAPABLE;
import static dev.cloche.workspace.tree.Errno.SUCCESS;
import static dev.cloche.workspace.tree.Errno.XDEV;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cloche.workspace.Access;
import dev.cloche.workspace.Workspace;
import dev.cloche.workspace.WorkspaceLimits;
import dev.cloche.workspace.tree.Errno;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Directories with a workspace of their own, beside the root.
 *
 * <pre>
 * 3  /       own/file "own", own/up -> ../extra
 * 4  /extra  deep/file "extra", up -> ../own/file
 * </pre>
 */
class ExtraPreopensTest {
  private static final int EXTRA = 4;

  private final Workspace workspace = Workspace.inMemory(WorkspaceLimits.defaults());
  private final Workspace extra = Workspace.inMemory(new WorkspaceLimits(1_000, 10, 64));

  @BeforeEach
  void fill() {
    write(workspace, "/own/file", "own");
    workspace.createLink("/own/up", "../extra");
    write(extra, "/deep/file", "extra");
    extra.createLink("/up", "../own/file");
  }

  private static void write(Workspace into, String path, String text) {
    into.writeFile(path, text.getBytes(StandardCharsets.UTF_8));
  }

  private Guest guest() {
    return guest(new Preopen("/extra", extra, false));
  }

  private Guest guest(Preopen... preopens) {
    return new Guest(
        workspace,
        builder -> {
          List.of(preopens).forEach(builder::preopen);
          return builder;
        });
  }

  private static Errno open(Guest guest, int base, String path) {
    return guest.open(base, 1, path, 0, Rights.FD_READ, 0);
  }

  private static String read(Guest guest, int base, String path) {
    assertEquals(SUCCESS, open(guest, base, path));
    return guest.readText((int) guest.resultInt(), 100);
  }

  private static Errno two(Guest guest, String name, int from, String old, int to, String path) {
    int first = guest.text(Guest.PATH, old);
    int second = guest.text(Guest.PATH2, path);
    return name.equals("path_link")
        ? guest.call(name, from, 0, Guest.PATH, first, to, Guest.PATH2, second)
        : guest.call(name, from, Guest.PATH, first, to, Guest.PATH2, second);
  }

  @Test
  void eachShowsItsOwnFiles_andNotTheOthers() {
    Guest guest = guest();
    assertEquals(SUCCESS, guest.call("fd_prestat_dir_name", EXTRA, Guest.DATA, 6));
    assertEquals("/extra", guest.dataText(6));
    assertEquals("extra", read(guest, EXTRA, "deep/file"));
    assertEquals("own", read(guest, Guest.ROOT, "own/file"));
    assertEquals(NOENT, open(guest, EXTRA, "own/file"));
    assertEquals(NOENT, open(guest, Guest.ROOT, "deep/file"));
    assertEquals(NOENT, open(guest, Guest.ROOT, "extra"));
    assertEquals(List.of("own"), workspace.list("/"));
  }

  @Test
  void f11_noPathAndNoLink_leadsFromOneIntoTheOther() {
    Guest guest = guest();
    for (String path : List.of("../own/file", "deep/../../own/file", "up", "/own/file", "..")) {
      assertEquals(NOTCAPABLE, open(guest, EXTRA, path), path);
    }
    for (String path : List.of("../extra/deep/file", "/extra/deep/file", "own/../../extra")) {
      assertEquals(NOTCAPABLE, open(guest, Guest.ROOT, path), path);
    }
    assertEquals(NOENT, open(guest, Guest.ROOT, "own/up/deep/file"));
    assertEquals("extra", read(guest, EXTRA, "deep/../deep/file"));
  }

  @Test
  void f7_linkThatTheGuestMakes_staysInItsTree() {
    Guest guest = guest();
    int length = guest.text(Guest.PATH, "../own/file");
    int name = guest.text(Guest.PATH2, "planted");
    assertEquals(SUCCESS, guest.call("path_symlink", Guest.PATH, length, EXTRA, Guest.PATH2, name));
    assertEquals(NOTCAPABLE, open(guest, EXTRA, "planted"));
    length = guest.text(Guest.PATH, "deep/file");
    name = guest.text(Guest.PATH2, "near");
    assertEquals(SUCCESS, guest.call("path_symlink", Guest.PATH, length, EXTRA, Guest.PATH2, name));
    assertEquals("extra", read(guest, EXTRA, "near"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"path_rename", "path_link"})
  void f6_nothingIsRenamedOrLinkedAcross(String function) {
    Guest guest = guest();
    assertEquals(XDEV, two(guest, function, Guest.ROOT, "own/file", EXTRA, "taken"));
    assertEquals(XDEV, two(guest, function, EXTRA, "deep/file", Guest.ROOT, "taken"));
    assertEquals(XDEV, two(guest, function, EXTRA, "deep/file", Guest.ROOT, "own/file"));
    assertEquals(XDEV, two(guest, function, EXTRA, "missing", Guest.ROOT, "..//"));
    assertEquals(List.of("deep", "up"), extra.list("/"));
    assertEquals(List.of("own"), workspace.list("/"));
    assertEquals(SUCCESS, two(guest, function, EXTRA, "deep/file", EXTRA, "kept"));
    assertEquals("extra", read(guest, EXTRA, "kept"));
  }

  @Test
  void f6_openDirectories_areOfTheirTreeToo() {
    Guest guest = guest();
    assertEquals(SUCCESS, guest.open(EXTRA, 0, "deep", 2, Rights.DIRECTORY, 0));
    int deep = (int) guest.resultInt();
    assertEquals(XDEV, two(guest, "path_rename", deep, "file", Guest.ROOT, "taken"));
    assertEquals(SUCCESS, two(guest, "path_rename", deep, "file", EXTRA, "kept"));
  }

  @Test
  void f12_descriptorMovedOntoAnother_keepsItsTree() {
    Guest guest = guest();
    assertEquals(SUCCESS, guest.call("fd_renumber", EXTRA, Guest.ROOT));
    assertEquals(BADF, open(guest, EXTRA, "deep/file"));
    assertEquals("extra", read(guest, Guest.ROOT, "deep/file"));
    assertEquals(NOENT, open(guest, Guest.ROOT, "own/file"));
  }

  @Test
  void sameNumberInTwoTrees_isNotTheSameFile() {
    Guest guest = guest();
    assertEquals(SUCCESS, guest.call("fd_filestat_get", Guest.ROOT, 512));
    assertEquals(SUCCESS, guest.call("fd_filestat_get", EXTRA, 1024));
    assertEquals(guest.memory().readLong(512 + 8), guest.memory().readLong(1024 + 8), "inode");
    assertNotEquals(guest.memory().readLong(512), guest.memory().readLong(1024), "device");
    int length = guest.text(Guest.PATH, "deep");
    assertEquals(SUCCESS, guest.call("path_filestat_get", EXTRA, 0, Guest.PATH, length, 512));
    assertEquals(guest.memory().readLong(1024), guest.memory().readLong(512));
  }

  @Test
  void f15_quotaOfOne_isNotThatOfTheOther() {
    Guest guest = guest();
    long before = workspace.usedBytes();
    assertEquals(SUCCESS, guest.open(EXTRA, 0, "big", 1, Guest.ALL, 0));
    int big = (int) guest.resultInt();
    assertEquals(Errno.NOSPC, guest.call("fd_filestat_set_size", big, 2_000));
    assertEquals(SUCCESS, guest.call("fd_filestat_set_size", big, 500));
    assertEquals(SUCCESS, guest.call("fd_allocate", big, 0, 600));
    assertEquals(before, workspace.usedBytes());
  }

  @Test
  void f16_closedWorkspace_answersBadfInItsTreeAlone() throws IOException {
    Guest guest = guest();
    assertEquals(SUCCESS, open(guest, EXTRA, "deep/file"));
    int file = (int) guest.resultInt();
    extra.close();
    assertEquals(BADF, guest.read(file, 10));
    assertEquals(BADF, guest.call("fd_filestat_get", file, Guest.RESULT));
    assertEquals(BADF, guest.call("fd_readdir", EXTRA, Guest.DATA, 100, 0, Guest.RESULT));
    assertEquals(BADF, open(guest, EXTRA, "deep/file"));
    assertEquals(BADF, two(guest, "path_rename", EXTRA, "deep/file", EXTRA, "kept"));
    assertEquals("own", read(guest, Guest.ROOT, "own/file"));
    assertEquals(SUCCESS, guest.close(file));
    guest.wasi.close();
  }

  @Test
  void f22_unchanged_holdsForThatDirectoryAlone() {
    Guest guest = guest(new Preopen("/extra", extra, true));
    assertEquals("extra", read(guest, EXTRA, "deep/file"));
    assertEquals(NOTCAPABLE, guest.open(EXTRA, 0, "new", 1, Guest.ALL, 0));
    int length = guest.text(Guest.PATH, "up");
    assertEquals(NOTCAPABLE, guest.call("path_unlink_file", EXTRA, Guest.PATH, length));
    assertEquals(SUCCESS, guest.mkdir("new"));
  }

  @Test
  void f22_hostDirectoryShownRead_isNotWritten(@TempDir Path host) throws IOException {
    Files.writeString(host.resolve("file"), "host");
    try (Workspace shown = Workspace.inMemory(WorkspaceLimits.defaults())) {
      var ignored = shown.mount(host, "/", Access.READ);
      Guest guest = guest(new Preopen("/host", shown, false));
      assertEquals("host", read(guest, EXTRA, "file"));
      assertEquals(Errno.ROFS, guest.open(EXTRA, 0, "file", 0, Rights.FD_WRITE, 0));
      assertEquals(Errno.ROFS, guest.open(EXTRA, 0, "new", 1, Rights.FD_WRITE, 0));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "", "/", "//", "a", "a/b", "/a/", "/a//b", "/./a", "/a/.", "/a/..", "/../a", "/a\0b",
        "/\ud800"
      })
  void guestPath_thatIsNotPlain_isRefused(String at) {
    assertThrows(IllegalArgumentException.class, () -> new Preopen(at, extra, false));
  }

  @Test
  void guestPath_ofMoreThan1024Bytes_isRefused() {
    String longest = "/" + "é".repeat(511);
    assertEquals(longest + "x", new Preopen(longest + "x", extra, false).at());
    assertThrows(IllegalArgumentException.class, () -> new Preopen(longest + "xx", extra, false));
  }

  @ParameterizedTest
  @ValueSource(strings = {"/extra", "/extra/below", "/ex"})
  void preopens_inOneAnother_areRefused(String at) {
    Preopen first = new Preopen("/extra", extra, false);
    Preopen second = new Preopen(at, extra, false);
    if (at.equals("/ex")) {
      assertEquals(SUCCESS, open(guest(first, second), 5, "deep/file"));
    } else {
      assertThrows(IllegalArgumentException.class, () -> guest(first, second));
      assertThrows(IllegalArgumentException.class, () -> guest(second, first));
    }
  }

  @Test
  void preopens_countAsDescriptors() {
    Wasi.Builder four =
        Wasi.builder(workspace, new FakeBudget())
            .maxDescriptors(4)
            .preopen(new Preopen("/extra", extra, false));
    assertThrows(IllegalArgumentException.class, four::build);
    four.maxDescriptors(5).build().close();
    assertTrue(extra.exists("/deep/file"));
  }
}
