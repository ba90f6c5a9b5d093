package dev.cloche.workspace;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;

import dev.cloche.workspace.CommitReport.Action;
import dev.cloche.workspace.CommitReport.Change;
import dev.cloche.workspace.CommitReport.Problem;
import dev.cloche.workspace.tree.Directory;
import dev.cloche.workspace.tree.Fault;
import dev.cloche.workspace.tree.Node;
import dev.cloche.workspace.tree.Overlay;
import dev.cloche.workspace.tree.OverlayChange;
import dev.cloche.workspace.tree.RegularFile;
import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Writes what differs in an overlay to the host: looks at all of it, prepares all new content, and
 * only then changes one path after the other.
 *
 * <p>Content is prepared before anything is changed, since a file that a guest moved may still be
 * read from the place that another one takes. Between the last look at a path and its renaming lies
 * a moment in which a change of the host would be lost; Java has no way to close it. The caller
 * holds the lock of the volume.
 */
final class HostCommit {
  private final Mount mount;
  private final Overlay overlay;
  private final OnConflict onConflict;
  private final HostCheck check;
  private final List<Change> applied = new ArrayList<>();
  private final List<Problem> conflicts = new ArrayList<>();
  private final List<Problem> failures = new ArrayList<>();
  private final Map<OverlayChange, Path> prepared = new HashMap<>();

  HostCommit(Mount mount, OnConflict onConflict) {
    this.mount = mount;
    this.overlay = mount.overlay();
    this.onConflict = onConflict;
    this.check = new HostCheck(mount.root());
  }

  CommitReport run() throws IOException, Fault {
    List<OverlayChange> changes = overlay.changes();
    for (OverlayChange change : changes) {
      if (isSayable(change)) {
        check
            .conflict(change, above(change), name(change))
            .ifPresent(reason -> conflicts.add(problem(change, reason)));
      }
    }
    if (!changes.isEmpty() && (conflicts.isEmpty() || onConflict == OnConflict.OVERWRITE)) {
      try (HostStage stage = new HostStage(mount.root())) {
        changes.forEach(change -> attempt(change, () -> prepare(stage, change)));
        changes.forEach(change -> attempt(change, () -> apply(stage, change)));
      }
    }
    return new CommitReport(applied, conflicts, failures);
  }

  private interface Step {
    void run() throws IOException, Fault;
  }

  private Problem problem(OverlayChange change, String reason) {
    return new Problem(mount.display(change.path()), reason);
  }

  private void attempt(OverlayChange change, Step step) {
    boolean failed =
        failures.stream().anyMatch(each -> each.path().equals(mount.display(change.path())));
    if (failed) {
      return;
    }
    try {
      step.run();
    } catch (Fault fault) {
      failures.add(problem(change, "it cannot be read (" + fault.errno() + ")"));
    } catch (IOException failure) {
      failures.add(problem(change, Messages.reason(failure)));
    }
  }

  private boolean isSayable(OverlayChange change) {
    try {
      return !name(change).toString().isEmpty();
    } catch (InvalidPathException notOnThisHost) {
      failures.add(problem(change, "the host cannot have such a name"));
      return false;
    }
  }

  private List<Path> hostNames(OverlayChange change) {
    return mount.hostNames(change.path()).stream()
        .map(name -> mount.root().path().getFileSystem().getPath(name))
        .toList();
  }

  private List<Path> above(OverlayChange change) {
    List<Path> names = hostNames(change);
    return names.subList(0, names.size() - 1);
  }

  private Path name(OverlayChange change) {
    List<Path> names = hostNames(change);
    return names.get(names.size() - 1);
  }

  private void prepare(HostStage stage, OverlayChange change) throws IOException, Fault {
    if (change.after() instanceof RegularFile file) {
      HostStage.Source source = (offset, into) -> overlay.read(file, offset, into);
      prepared.put(change, stage.file(source, overlay.size(file), mode(change)));
      overlay.endRead(file);
    } else if (change.after() instanceof Directory) {
      prepared.put(change, stage.directory());
    } else if (change.targetAfter() != null) {
      requireInside(change);
      prepared.put(change, stage.link(change.targetAfter()));
    }
  }

  private Set<PosixFilePermission> mode(OverlayChange change) throws IOException {
    if (change.before() instanceof RegularFile) {
      try (SecureDirectoryStream<Path> directory = mount.root().enter(above(change))) {
        return HostStage.mode(
            directory
                .getFileAttributeView(name(change), PosixFileAttributeView.class, NOFOLLOW_LINKS)
                .readAttributes()
                .permissions());
      } catch (NoSuchFileException gone) {
        return HostStage.fileMode();
      }
    }
    return HostStage.fileMode();
  }

  /** Refuses a link that could lead a program of the host out of the mount. */
  private static void requireInside(OverlayChange change) throws IOException {
    String target = String.valueOf(change.targetAfter());
    if (!Targets.staysInside(target, change.path().size() - 1)) {
      throw new IOException("the link leads out of the mount");
    }
  }

  private void apply(HostStage stage, OverlayChange change) throws IOException {
    if (change.after() != null && !prepared.containsKey(change)) {
      return;
    }
    Path name = name(change);
    try (SecureDirectoryStream<Path> directory = mount.root().enter(above(change))) {
      Optional<String> late = check.conflict(change, directory, name);
      if (late.isPresent() && onConflict == OnConflict.REFUSE) {
        throw new IOException(late.get());
      }
      if (change.after() == null) {
        remove(change, directory, name);
      } else {
        stage.moveTo(prepared.get(change), directory, name);
        wrote(change, HostRoot.attributes(directory, name));
      }
    }
  }

  private void remove(OverlayChange change, SecureDirectoryStream<Path> directory, Path name)
      throws IOException {
    try {
      if (change.before() instanceof Directory) {
        directory.deleteDirectory(name);
      } else {
        directory.deleteFile(name);
      }
    } catch (NoSuchFileException gone) {
      // Somebody was faster.
    } catch (DirectoryNotEmptyException unknownFiles) {
      throw new IOException("the directory holds something that was not there");
    }
    overlay.removed(change);
    applied.add(new Change(mount.display(change.path()), Action.REMOVED, kind(change.before())));
  }

  private static NodeKind kind(Node node) {
    return NodeKind.of(node.kind());
  }

  private void wrote(OverlayChange change, BasicFileAttributes now) {
    if (change.after() instanceof RegularFile) {
      HostVersion version = HostVersion.of(now);
      overlay.wroteFile(change, new HostFile(mount.root(), above(change), name(change), version));
    } else if (change.after() instanceof Directory) {
      overlay.wroteDirectory(change, new HostDirectory(mount.root(), hostNames(change)));
    } else {
      overlay.wroteLink(change);
    }
    Action action = change.before() == null ? Action.CREATED : Action.REPLACED;
    applied.add(new Change(mount.display(change.path()), action, kind(change.after())));
  }
}
