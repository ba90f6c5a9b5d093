package dev.cloche.wasi;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.cloche.workspace.NodeKind;
import dev.cloche.workspace.Workspace;
import dev.cloche.workspace.WorkspaceLimits;
import dev.cloche.workspace.tree.Errno;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Two trees of one guest, against two guests that have one tree each. */
class ExtraPreopensPropertyTest {
  private static final int EXTRA = 4;

  /**
   * Something that a guest does.
   *
   * @param from which tree the first path is in
   * @param to which tree the second path is in, where there is one
   */
  record Act(String what, int from, String path, int to, String other) {
    boolean crosses() {
      return from != to && (what.equals("path_rename") || what.equals("path_link"));
    }
  }

  /** Only names, links and directories that are tried: enough to meet each other often. */
  @Provide
  Arbitrary<List<Act>> acts() {
    Arbitrary<String> name = Arbitraries.of("a", "b", "extra", "..", ".");
    Arbitrary<String> path =
        name.list().ofMinSize(1).ofMaxSize(3).map(all -> String.join("/", all));
    Arbitrary<String> what =
        Arbitraries.of(
            "mkdir", "write", "read", "symlink", "unlink", "rmdir", "path_rename", "path_link");
    Arbitrary<Integer> tree = Arbitraries.of(Guest.ROOT, EXTRA);
    return Combinators.combine(what, tree, path, tree, path)
        .as(Act::new)
        .list()
        .ofMinSize(1)
        .ofMaxSize(40);
  }

  private static Workspace workspace() {
    return Workspace.inMemory(new WorkspaceLimits(2_000, 20, 8));
  }

  @Property(tries = 300)
  void whatHappensInOneTree_isWhatWouldHappenWithoutTheOther(@ForAll("acts") List<Act> acts) {
    Workspace own = workspace();
    Workspace extra = workspace();
    Guest both = new Guest(own, builder -> builder.preopen(new Preopen("/extra", extra, false)));
    Guest first = new Guest(workspace());
    Guest second = new Guest(workspace());
    for (Act act : acts) {
      String answer = perform(both, act, act.from(), act.to());
      if (act.crosses()) {
        assertEquals(Errno.XDEV.toString(), answer);
      } else {
        Guest alone = act.from() == EXTRA ? second : first;
        assertEquals(perform(alone, act, Guest.ROOT, Guest.ROOT), answer, act.toString());
      }
    }
    assertEquals(picture(first.workspace), picture(own));
    assertEquals(picture(second.workspace), picture(extra));
    assertEquals(first.workspace.usedBytes(), own.usedBytes());
    assertEquals(second.workspace.usedBytes(), extra.usedBytes());
  }

  /** What the guest is answered, and what it read. */
  private static String perform(Guest guest, Act act, int from, int to) {
    int length = guest.text(Guest.PATH, act.path());
    int other = guest.text(Guest.PATH2, act.other());
    return switch (act.what()) {
      case "mkdir" -> guest.call("path_create_directory", from, Guest.PATH, length).toString();
      case "rmdir" -> guest.call("path_remove_directory", from, Guest.PATH, length).toString();
      case "unlink" -> guest.call("path_unlink_file", from, Guest.PATH, length).toString();
      case "symlink" ->
          guest.call("path_symlink", Guest.PATH2, other, from, Guest.PATH, length).toString();
      case "path_rename" ->
          guest.call("path_rename", from, Guest.PATH, length, to, Guest.PATH2, other).toString();
      case "path_link" ->
          guest.call("path_link", from, 0, Guest.PATH, length, to, Guest.PATH2, other).toString();
      case "write" -> written(guest, act, from);
      case "read" -> read(guest, act, from);
      default -> throw new AssertionError(act.what());
    };
  }

  private static String written(Guest guest, Act act, int from) {
    Errno errno = guest.open(from, 1, act.path(), 1, Rights.FD_READ | Rights.FD_WRITE, 0);
    if (errno != Errno.SUCCESS) {
      return errno.toString();
    }
    int fd = (int) guest.resultInt();
    Errno wrote = guest.write(fd, act.other());
    return wrote + " " + guest.close(fd);
  }

  private static String read(Guest guest, Act act, int from) {
    Errno errno = guest.open(from, 1, act.path(), 0, Rights.FD_READ, 0);
    if (errno != Errno.SUCCESS) {
      return errno.toString();
    }
    int fd = (int) guest.resultInt();
    Errno read = guest.read(fd, 100);
    String text = read == Errno.SUCCESS ? guest.dataText((int) guest.resultInt()) : "";
    return read + " " + text + " " + guest.close(fd);
  }

  private static List<String> picture(Workspace workspace) {
    List<String> lines = new ArrayList<>();
    picture(workspace, "", lines);
    return lines;
  }

  private static void picture(Workspace workspace, String above, List<String> lines) {
    for (String name : workspace.list(above + "/")) {
      String path = above + "/" + name;
      NodeKind kind = workspace.kind(path);
      switch (kind) {
        case DIRECTORY -> {
          lines.add(path + "/");
          picture(workspace, path, lines);
        }
        case LINK -> lines.add(path + " -> " + workspace.readLink(path));
        case FILE ->
            lines.add(path + ": " + new String(workspace.readFile(path), StandardCharsets.UTF_8));
      }
    }
  }
}
