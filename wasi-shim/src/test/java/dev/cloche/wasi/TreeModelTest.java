package dev.cloche.wasi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import dev.cloche.testkit.GuestPaths;
import dev.cloche.testkit.Listing;
import dev.cloche.testkit.ReferenceTree;
import dev.cloche.testkit.TreeStep;
import dev.cloche.workspace.Workspace;
import dev.cloche.workspace.WorkspaceLimits;
import dev.cloche.workspace.tree.Errno;
import java.util.List;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Random sequences of operations against {@link ReferenceTree}, and paths that want out. */
class TreeModelTest {
  private static final int MAX_BYTES = 60;
  private static final int MAX_NODES = 9;

  @Provide
  Arbitrary<List<TreeStep>> steps() {
    return TreeStep.sequences(GuestPaths.plain());
  }

  @Property(tries = 600)
  void anySequence_answersAndLeaves_whatTheModelDoes(@ForAll("steps") List<TreeStep> steps) {
    Guest guest = new Guest(Workspace.inMemory(new WorkspaceLimits(MAX_BYTES, MAX_NODES, 64)));
    ReferenceTree model = new ReferenceTree(MAX_BYTES, MAX_NODES);
    for (TreeStep step : steps) {
      assertEquals(step.on(model).name(), onGuest(guest, step).name(), step.toString());
      assertEquals(model.listing(), Listing.of(guest.workspace), step.toString());
      model
          .content(step.path())
          .ifPresent(content -> assertEquals(content, guest.content(step.path())));
    }
  }

  private static Errno onGuest(Guest guest, TreeStep step) {
    return switch (step.operation()) {
      case MKDIR -> guest.mkdir(step.path());
      case RMDIR -> guest.rmdir(step.path());
      case UNLINK -> guest.unlink(step.path());
      case LINK -> guest.link(step.path(), step.other());
      case RENAME -> guest.rename(step.path(), step.other());
      case APPEND -> append(guest, step);
    };
  }

  private static Errno append(Guest guest, TreeStep step) {
    Errno opened = guest.tryOpen(step.path(), "cwa");
    if (opened != Errno.SUCCESS) {
      return opened;
    }
    int fd = (int) guest.resultInt();
    Errno written = guest.write(fd, step.other());
    assertEquals(Errno.SUCCESS, guest.close(fd));
    return written;
  }

  /** A link in the jail: its place and its target. */
  record Planted(String path, String target) {}

  @Provide
  Arbitrary<List<Planted>> links() {
    Arbitrary<String> places = GuestPaths.of(3, "jail", "a", "b");
    Arbitrary<String> targets = GuestPaths.of(5, "..", ".", "a", "b", "jail", "secret", "file");
    return Combinators.combine(places, targets).as(Planted::new).list().ofMaxSize(8);
  }

  private static void plant(Guest guest, int base, Planted link) {
    int target = guest.text(Guest.PATH2, link.target());
    guest.call(
        "path_symlink", Guest.PATH2, target, base, Guest.PATH, guest.text(Guest.PATH, link.path()));
  }

  @Provide
  Arbitrary<List<String>> attempts() {
    return GuestPaths.climbing("a", "b", "jail", "secret", "file").list().ofMaxSize(8);
  }

  @Property(tries = 600)
  void noPathAndNoLink_leavesTheDirectoryItStartsFrom(
      @ForAll("links") List<Planted> links, @ForAll("attempts") List<String> attempts) {
    Guest guest = new Guest();
    guest.file("/secret", "SECRET");
    guest.file("/jail/file", "inside");
    guest.file("/jail/a/file", "inside");
    int jail = guest.opened("jail", "d");
    // Planted from inside too: from the root, a link made before could lead the next one out.
    links.forEach(link -> plant(guest, jail, link));
    for (String path : attempts) {
      for (int follow = 0; follow < 2; follow++) {
        if (guest.open(jail, follow, path, 0, Rights.FD_READ, 0) == Errno.SUCCESS) {
          int fd = (int) guest.resultInt();
          if (guest.read(fd, 10) == Errno.SUCCESS) {
            assertNotEquals("SECRET", guest.dataText((int) guest.resultInt()));
          }
          assertEquals(Errno.SUCCESS, guest.close(fd));
        }
        guest.open(jail, follow, path + "x", 1, Rights.FD_WRITE, 0);
      }
    }
    assertEquals(List.of("jail", "secret"), guest.names("/"));
    assertEquals("SECRET", guest.content("/secret"));
  }
}
