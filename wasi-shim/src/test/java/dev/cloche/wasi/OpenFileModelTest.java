package dev.cloche.wasi;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.cloche.testkit.Listing;
import dev.cloche.testkit.ReferenceHandles;
import dev.cloche.testkit.ReferenceTree;
import dev.cloche.testkit.WasiErrno;
import dev.cloche.workspace.Snapshot;
import dev.cloche.workspace.Workspace;
import dev.cloche.workspace.WorkspaceLimits;
import dev.cloche.workspace.tree.Errno;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

/**
 * Random sequences in which two descriptors stay open, mostly on one file, while names come, go and
 * replace each other, the quota ends and the tree goes back to snapshots. The second descriptor
 * appends. Answers, data, tree, contents, accounting, offsets and link counts are compared with
 * {@link ReferenceTree} and {@link ReferenceHandles} after every step.
 */
class OpenFileModelTest {
  private static final int MAX_BYTES = 40;
  private static final int MAX_NODES = 6;
  private static final int NONE = 99;

  enum Operation {
    CREATE,
    OPEN,
    OPEN_BOTH,
    CLOSE,
    READ,
    WRITE,
    SEEK,
    RESIZE,
    UNLINK,
    LINK,
    RENAME,
    MKDIR,
    RMDIR,
    SNAPSHOT,
    RESTORE
  }

  record Step(Operation operation, String path, String other, int number) {
    int handle() {
      return number % 2;
    }
  }

  @Provide
  Arbitrary<List<Step>> steps() {
    Arbitrary<String> paths = Arbitraries.of("a", "a", "bb", "bb", "d", "d/a", "d/bb");
    return Combinators.combine(
            Arbitraries.of(Operation.class), paths, paths, Arbitraries.integers().between(0, 15))
        .as(Step::new)
        .list()
        .ofMaxSize(60);
  }

  @Property(tries = 800)
  void anySequence_withFilesHeldOpen_answersWhatTheModelDoes(@ForAll("steps") List<Step> steps) {
    Pair pair = new Pair();
    for (Step step : steps) {
      pair.run(step);
      pair.compare(step);
    }
  }

  /** The tree and the model, side by side. */
  private static final class Pair {
    private record Kept(Snapshot snapshot, ReferenceTree tree) {}

    private final Workspace workspace =
        Workspace.inMemory(new WorkspaceLimits(MAX_BYTES, MAX_NODES, 64));
    private final List<Kept> kept = new ArrayList<>();
    private Guest guest = new Guest(workspace);
    private ReferenceTree tree = new ReferenceTree(MAX_BYTES, MAX_NODES);
    private ReferenceHandles handles = new ReferenceHandles(tree, 2);
    private final int[] fds = {NONE, NONE};

    void run(Step step) {
      String path = step.path();
      String other = step.other();
      int handle = step.handle();
      switch (step.operation()) {
        case CREATE -> same(step, tree.append(path, other), create(path, other));
        case OPEN -> open(step, handle);
        case OPEN_BOTH -> {
          open(step, 0);
          open(step, 1);
        }
        case CLOSE -> close(step, handle);
        case READ -> read(step, handle);
        case WRITE -> same(step, handles.write(handle, other), guest.write(fds[handle], other));
        case SEEK ->
            same(
                step,
                handles.seek(handle, step.number()),
                guest.seek(fds[handle], step.number(), 0));
        case RESIZE ->
            same(step, handles.resize(handle, step.number()), resize(fds[handle], step.number()));
        case UNLINK -> same(step, tree.unlink(path), guest.unlink(path));
        case LINK -> same(step, tree.link(path, other), guest.link(path, other));
        case RENAME -> same(step, tree.rename(path, other), guest.rename(path, other));
        case MKDIR -> same(step, tree.mkdir(path), guest.mkdir(path));
        case RMDIR -> same(step, tree.rmdir(path), guest.rmdir(path));
        case SNAPSHOT -> kept.add(new Kept(workspace.snapshot(), tree.copy()));
        case RESTORE -> restore(step);
      }
    }

    private static void same(Step step, WasiErrno expected, Errno actual) {
      assertEquals(expected.name(), actual.name(), step.toString());
    }

    private Errno create(String path, String text) {
      Errno opened = guest.tryOpen(path, "cwa");
      if (opened != Errno.SUCCESS) {
        return opened;
      }
      int fd = (int) guest.resultInt();
      Errno written = guest.write(fd, text);
      assertEquals(Errno.SUCCESS, guest.close(fd));
      return written;
    }

    private void open(Step step, int handle) {
      if (fds[handle] != NONE) {
        close(step, handle);
      }
      boolean append = handle == 1;
      same(
          step,
          handles.open(handle, step.path(), append),
          guest.tryOpen(step.path(), append ? "rwa" : "rw"));
      fds[handle] = handles.isOpen(handle) ? (int) guest.resultInt() : NONE;
    }

    private void close(Step step, int handle) {
      same(step, handles.close(handle), guest.close(fds[handle]));
      fds[handle] = NONE;
    }

    private void read(Step step, int handle) {
      Optional<String> expected = handles.read(handle, step.number());
      Errno answer = guest.read(fds[handle], step.number());
      same(step, expected.isEmpty() ? WasiErrno.BADF : WasiErrno.SUCCESS, answer);
      expected.ifPresent(
          text -> assertEquals(text, guest.dataText((int) guest.resultInt()), step.toString()));
    }

    private Errno resize(int fd, int size) {
      return guest.call("fd_filestat_set_size", fd, size);
    }

    /** All that was open is good for nothing, and a new guest begins. */
    private void restore(Step step) {
      if (kept.isEmpty()) {
        return;
      }
      Kept chosen = kept.get(step.number() % kept.size());
      workspace.restore(chosen.snapshot());
      for (int fd : fds) {
        same(step, WasiErrno.BADF, guest.write(fd, "x"));
        same(step, WasiErrno.BADF, guest.read(fd, 1));
      }
      Arrays.fill(fds, NONE);
      guest = new Guest(workspace);
      tree = chosen.tree().copy();
      handles = new ReferenceHandles(tree, 2);
    }

    void compare(Step step) {
      assertEquals(tree.listing(), Listing.of(workspace), step.toString());
      assertEquals(tree.contents(), Listing.contents(workspace), step.toString());
      for (int handle = 0; handle < fds.length; handle++) {
        if (handles.isOpen(handle)) {
          assertEquals(Errno.SUCCESS, guest.call("fd_tell", fds[handle], Guest.RESULT));
          assertEquals(handles.offset(handle), guest.resultLong(), step.toString());
          assertEquals(Errno.SUCCESS, guest.call("fd_filestat_get", fds[handle], Guest.RESULT));
          assertEquals(handles.links(handle), guest.memory().readLong(24), step.toString());
          assertEquals(handles.size(handle), guest.memory().readLong(32), step.toString());
        }
      }
    }
  }

  private static void example(Step... steps) {
    new OpenFileModelTest().anySequence_withFilesHeldOpen_answersWhatTheModelDoes(List.of(steps));
  }

  private static Step step(Operation operation, String path, String other, int number) {
    return new Step(operation, path, other, number);
  }

  @Test
  void fileReplacedWhileOpen_thenFilledToTheQuota_countsUntilItsClose() {
    example(
        step(Operation.CREATE, "a", "bb", 0),
        step(Operation.CREATE, "bb", "a", 0),
        step(Operation.OPEN_BOTH, "a", "", 0),
        step(Operation.RENAME, "bb", "a", 0),
        step(Operation.RESIZE, "", "", 14),
        step(Operation.SEEK, "", "", 14),
        step(Operation.WRITE, "", "d/bb", 0),
        step(Operation.WRITE, "", "d/bb", 1),
        step(Operation.CLOSE, "", "", 0),
        step(Operation.CLOSE, "", "", 1));
  }

  @Test
  void fileCutUnderAnotherDescriptor_readsAsZerosWhenItGrowsAgain() {
    example(
        step(Operation.CREATE, "a", "d/bb", 0),
        step(Operation.OPEN_BOTH, "a", "", 0),
        step(Operation.SEEK, "", "", 4),
        step(Operation.RESIZE, "", "", 1),
        step(Operation.READ, "", "", 8),
        step(Operation.WRITE, "", "bb", 0),
        step(Operation.SEEK, "", "", 0),
        step(Operation.READ, "", "", 8));
  }

  @Test
  void snapshotWithAnUnlinkedOpenFile_doesNotCountIt() {
    example(
        step(Operation.CREATE, "a", "d/bb", 0),
        step(Operation.OPEN, "a", "", 0),
        step(Operation.UNLINK, "a", "", 0),
        step(Operation.SNAPSHOT, "", "", 0),
        step(Operation.WRITE, "", "d/bb", 0),
        step(Operation.RESTORE, "", "", 0));
  }
}
