package dev.cloche.workspace;

import dev.cloche.workspace.image.HostContents;
import dev.cloche.workspace.image.WorkspaceImage;
import dev.cloche.workspace.tree.Caller;
import dev.cloche.workspace.tree.Errno;
import dev.cloche.workspace.tree.Fault;
import dev.cloche.workspace.tree.FileTree;
import dev.cloche.workspace.tree.LowerContents;
import dev.cloche.workspace.tree.TreeCapture;
import dev.cloche.workspace.tree.TreeRestore;
import dev.cloche.workspace.tree.Volume;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * The files of one session, in memory: all that its guests can see.
 *
 * <p>Paths are like {@code /data/a.txt}; the leading slash may be left out, {@code ..} cannot leave
 * the root, and symbolic links that a guest made are followed inside the tree only. The root exists
 * always; the rest is what was put in.
 *
 * <p>Thread-safe: one lock makes every operation atomic, so that calls of a session may run one
 * after the other on different threads, or at the same time. Memory follows the content: a page of
 * 64 KiB of a file exists once something was written there.
 *
 * <p>Every method throws {@link WorkspaceException} when a path is missing, of the wrong kind,
 * read-only or not a valid path, and when a quota is used up. No file is then left half written.
 */
public final class Workspace implements AutoCloseable {
  private final WorkspaceLimits limits;
  private final Volume volume;
  private final Caller host;
  private final ProtectedNames protectedNames;
  private final List<Mount> mounts = new ArrayList<>();
  private HostFiles files;
  private Snapshot baseline;

  private Workspace(WorkspaceLimits limits, InstantSource clock, ProtectedNames names) {
    this.limits = limits;
    this.protectedNames = names;
    this.host = new HostCaller(clock);
    this.volume = new Volume(limits.bytes(), limits.nodes(), limits.depth(), host.now());
    this.files = new HostFiles(new FileTree(volume, host));
    this.baseline = new Snapshot(volume);
  }

  /** Creates an empty workspace. What the embedder puts in gets the real time. */
  public static Workspace inMemory(WorkspaceLimits limits) {
    return inMemory(limits, InstantSource.system());
  }

  /**
   * Creates an empty workspace with another clock for what the embedder puts in: a fixed one, if
   * guests shall see equal file times in every run. What a guest changes gets the guest's time.
   */
  public static Workspace inMemory(WorkspaceLimits limits, InstantSource clock) {
    return inMemory(limits, clock, ProtectedNames.defaults());
  }

  /**
   * Creates an empty workspace in which other names are protected below mounts than {@link
   * ProtectedNames#defaults}.
   */
  public static Workspace inMemory(
      WorkspaceLimits limits, InstantSource clock, ProtectedNames protectedNames) {
    return new Workspace(limits, clock, protectedNames);
  }

  /**
   * Creates a workspace that shows what is in a zip archive, and that nobody can change: the files
   * of a tool, to be shared by many guests. The directory of the archive is read at once, a file
   * when it is first read; its bytes are kept from then on. All that guests see of it depends on
   * the archive alone, and the time of everything is 1980-01-01, the first that a zip can name.
   *
   * @param archive the archive; kept, not to be changed any more
   * @param bounds how much may come out of it; its ratio does not count, since sizes do
   * @throws WorkspaceException if the archive is broken, has more than that, a name that leads out,
   *     a name twice, or anything but files and directories
   */
  public static Workspace ofZip(byte[] archive, ArchiveLimits bounds) {
    WorkspaceLimits limits =
        new WorkspaceLimits(
            WorkspaceLimits.MAX_BYTES,
            Math.max(1, Math.min(bounds.entries(), WorkspaceLimits.MAX_NODES)),
            WorkspaceLimits.DEFAULT_DEPTH);
    Workspace made = inMemory(limits, InstantSource.fixed(ZipTree.TIME), ProtectedNames.none());
    made.run("open", "/", () -> ZipTree.show(archive, bounds, made.files));
    return made;
  }

  /**
   * Takes down all that this workspace holds, and from now on what is looked at of the host's files
   * that show in it. Nothing of the host is read for it but files that a guest opens, which are
   * read whole. The caller closes it; one at a time.
   *
   * @param atMost the bytes that it may take, as text in base64; what is more is a problem of it
   */
  public WorkspaceCapture capture(long atMost) {
    synchronized (volume) {
      TreeCapture capture = new TreeCapture(volume, atMost);
      return new WorkspaceCapture(capture.image(protectedNames.patterns()), capture);
    }
  }

  /**
   * Makes a workspace of an image, which is not trusted: the same names, bytes, numbers, order,
   * times and counts. Of the host it shows what was seen, and touches nothing; it cannot be
   * committed.
   *
   * @param seen what was looked at of the host's files
   * @param missing is told what a guest looks at that is not in {@code seen}, and may throw;
   *     otherwise the guest is answered {@code IO}
   * @throws IllegalArgumentException if the parts do not fit together or are more than its limits
   */
  public static Workspace of(WorkspaceImage image, HostContents seen, Consumer<String> missing) {
    WorkspaceLimits limits = new WorkspaceLimits(image.bytes(), image.nodes(), image.depth());
    ProtectedNames names = new ProtectedNames(image.protectedNames());
    Workspace made = inMemory(limits, InstantSource.system(), names);
    try {
      new TreeRestore(made.volume, image, new LowerContents(seen, missing), names.policy()).run();
    } catch (Fault unfit) {
      throw new IllegalArgumentException(
          "the image of a workspace is not one that fits: " + unfit.errno(), unfit);
    }
    made.setBaseline();
    return made;
  }

  /** Returns the limits. */
  public WorkspaceLimits limits() {
    return limits;
  }

  /** Returns the bytes that count towards {@link WorkspaceLimits#bytes}. */
  public long usedBytes() {
    return volume.usedBytes();
  }

  /** Returns the nodes that count towards {@link WorkspaceLimits#nodes}. */
  public int usedNodes() {
    return volume.usedNodes();
  }

  /** Writes a whole file, replacing what was in it; missing directories above are created. */
  public void writeFile(String path, byte[] content) {
    run("write", path, () -> files.write(path, content));
  }

  /** Returns the content of a file; at most 2 GiB can be read so. */
  public byte[] readFile(String path) {
    return call("read", path, () -> files.read(path));
  }

  /**
   * Returns the content of a file that has no more than so many bytes; a larger one is not read.
   *
   * @param atMost the bytes
   */
  public byte[] readFile(String path, int atMost) {
    return call("read", path, () -> files.read(path, atMost));
  }

  /** Creates a directory and those above it; it may exist already. */
  public void createDirectory(String path) {
    run("create directory", path, () -> files.createDirectories(path));
  }

  /** Returns the names in a directory, sorted. */
  public List<String> list(String path) {
    return call("list", path, () -> files.list(path));
  }

  /** Returns whether there is a node; a symbolic link exists if its target does. */
  public boolean exists(String path) {
    return call("look up", path, () -> files.exists(path));
  }

  /** Returns what is at a path, which exists; a symbolic link at its end is not followed. */
  public NodeKind kind(String path) {
    return call("look up", path, () -> files.kind(path));
  }

  /** Returns where a symbolic link leads, as it was written; nothing need be there. */
  public String readLink(String path) {
    return call("read link", path, () -> files.readLink(path));
  }

  /**
   * Creates a symbolic link where nothing is, with any target: what leads out of the workspace is
   * kept as it is, and nobody can follow it. Missing directories above are created.
   */
  public void createLink(String path, String target) {
    run("create link", path, () -> files.link(path, target));
  }

  /** Deletes a file, a symbolic link, or a directory with all that is below it. */
  public void delete(String path) {
    run("delete", path, () -> files.delete(path));
  }

  /**
   * Copies a file or a directory of the host into the tree.
   *
   * <p>Below {@code source} no symbolic link of the host is followed: each becomes a symbolic link
   * of the tree, and one with an absolute target becomes a link to {@code /}, which no guest can
   * follow. FIFOs, sockets and devices are left out. Owners, modes, times and inode numbers of the
   * host are not taken over. The quota counts everything.
   *
   * <p>Guest calls that use the workspace meanwhile wait until the copy ends.
   *
   * @param source a file or directory of the host; if it is a symbolic link, what it points to
   * @param guestPath where it appears; a missing path, or for a directory also an empty directory
   * @param access what guests may do with it
   * @throws WorkspaceException also if the source cannot be read, or this platform cannot open
   *     directories without following links; what was copied so far is removed
   */
  public void copyIn(Path source, String guestPath, Access access) {
    synchronized (volume) {
      new HostCopy(files, limits, guestPath, access).run(source);
    }
  }

  /**
   * Lets a file or a directory of the host show in the tree, without copying it: a directory is
   * read when a guest first looks into it, a file when a guest reads it.
   *
   * <p>Below {@code source} no symbolic link of the host is followed. A guest sees it as a link and
   * may follow it inside the workspace; one with an absolute target that leads out of {@code
   * source} shows as a link to {@code /}, which no guest can follow. FIFOs, sockets and devices do
   * not exist. Owners, modes, times and inode numbers of the host never show. The place keeps its
   * name as long as it is mounted.
   *
   * <p>With {@link Access#OVERLAY} a file is read into memory when a guest first writes to it, and
   * nothing reaches the host before {@link #commit(Mount, OnConflict)}. The quota counts names once
   * their directory was read, and bytes once they are in memory.
   *
   * @param source a file or directory of the host; if it is a symbolic link, what it points to
   * @param guestPath where it shows; a missing path, or for a directory also an empty directory
   * @param access what guests may do with it
   * @throws WorkspaceException also if the source cannot be opened, or this platform cannot open
   *     directories without following links
   */
  public Mount mount(Path source, String guestPath, Access access) {
    return call(
        "mount",
        guestPath,
        () -> {
          try {
            Path real = source.toRealPath();
            if (Files.isDirectory(real)) {
              files.createDirectories(guestPath);
            } else {
              files.createParents(HostFiles.relative(guestPath));
            }
            Mount mount = Mount.create(real, guestPath, access, files.tree(), protectedNames);
            mounts.add(mount);
            return mount;
          } catch (IOException unreadable) {
            throw new WorkspaceException(
                "cannot mount %s: %s"
                    .formatted(Messages.quote(guestPath), Messages.unreadable(unreadable)));
          }
        });
  }

  /** Returns what was mounted, in that order, also what is not part of the tree at present. */
  public List<Mount> mounts() {
    synchronized (volume) {
      return List.copyOf(mounts);
    }
  }

  /** Writes an overlay's changes to the host, or nothing if the host changed meanwhile. */
  public CommitReport commit(Mount mount) {
    return commit(mount, OnConflict.REFUSE);
  }

  /**
   * Writes what guests changed in an overlay to the host.
   *
   * <p>Each file appears whole or not at all: it is written beside and then renamed. No link is
   * followed or written through; a link that could lead out of the mount is refused, and so is what
   * {@link ProtectedNames} protects. New files get the mode 0644, new directories 0755, less what
   * the umask takes; a file that is replaced keeps of its mode what is in 0755. Hard links become
   * files of their own. Guest calls wait meanwhile.
   *
   * @return what was done, and what was not
   * @throws IllegalArgumentException if it is not an overlay of this workspace
   * @throws WorkspaceException if the mount is not part of the tree at present, or its root cannot
   *     be reached
   */
  public CommitReport commit(Mount mount, OnConflict onConflict) {
    if (!mounts.contains(mount) || mount.access() != Access.OVERLAY) {
      throw new IllegalArgumentException("not an overlay of this workspace");
    }
    return call("commit", mount.guestPath(), () -> commitNow(mount, onConflict));
  }

  private CommitReport commitNow(Mount mount, OnConflict onConflict) throws Fault {
    if (!mount.overlay().isAttached()) {
      throw Errno.NOENT.fault();
    }
    try {
      return new HostCommit(mount, onConflict).run();
    } catch (IOException unreachable) {
      throw Errno.IO.fault();
    }
  }

  /**
   * Ends the use of this workspace: what guests have open answers {@code BADF} from now on, and
   * mounts let go of the host. Closing twice is harmless.
   */
  @Override
  public void close() {
    synchronized (volume) {
      volume.endGeneration();
      mounts.forEach(Mount::close);
    }
  }

  /**
   * Returns the present state, to be compared with or gone back to later. It costs nothing; see
   * {@link Snapshot} for the memory it holds.
   */
  public Snapshot snapshot() {
    return new Snapshot(volume);
  }

  /**
   * Makes everything what it was when the snapshot was made: names, bytes, times, links and mounts.
   * It costs what changed since, whatever the size of the tree. Every snapshot stays good, also the
   * later ones.
   *
   * <p>Every descriptor that a guest has open now answers {@code BADF} from now on, its directory
   * at start too: a call that is running can do nothing more with files.
   *
   * @throws IllegalArgumentException if it is a snapshot of another workspace
   * @throws IllegalStateException if the snapshot was closed
   */
  public void restore(Snapshot snapshot) {
    synchronized (volume) {
      volume.goBack(snapshot.mark());
      files = new HostFiles(new FileTree(volume, host));
    }
  }

  /**
   * Goes back to the baseline: an empty workspace, unless {@link #setBaseline} was called. What
   * {@link #restore} says holds here too.
   */
  public void reset() {
    synchronized (volume) {
      restore(baseline);
    }
  }

  /** Makes the present state the one that {@link #reset} goes back to. */
  public void setBaseline() {
    synchronized (volume) {
      Snapshot old = baseline;
      baseline = snapshot();
      old.close();
    }
  }

  /**
   * Returns what differs from the snapshot. It costs what changed since; of a mount, nothing is
   * read for it.
   *
   * @throws IllegalArgumentException if it is a snapshot of another workspace
   * @throws IllegalStateException if the snapshot was closed
   */
  public WorkspaceDiff diff(Snapshot snapshot) {
    return WorkspaceDiff.of(volume.differences(snapshot.mark()));
  }

  /**
   * Unpacks an archive into the tree.
   *
   * <p>Names that lead out, links that lead out, members that go through a link and names that come
   * twice are refused; FIFOs and devices are left out; modes, owners and times are not taken over.
   * The quota counts what comes out, and so do the bounds, whatever the headers tell. Guest calls
   * wait until it ends. The stream is not closed.
   *
   * @param archive the archive; it need not end where the stream does
   * @param guestPath a missing path or an empty directory
   * @throws WorkspaceException also if the archive is broken or refused; nothing of it is left
   */
  public void copyIn(
      InputStream archive, ArchiveFormat format, String guestPath, ArchiveLimits bounds) {
    synchronized (volume) {
      new ArchiveIn(files, limits, guestPath).run(archive, format, bounds);
    }
  }

  /**
   * Packs what is below a directory into an archive that is safe to unpack: names are relative, and
   * links that would lead out are left out. Equal trees give equal archives. Guest calls wait until
   * it ends. The stream is not closed.
   *
   * @return the paths of the links that were left out
   * @throws WorkspaceException also if the stream cannot be written
   */
  public List<String> copyOut(String guestPath, OutputStream archive, ArchiveFormat format) {
    return call(
        "pack",
        guestPath,
        () -> {
          try {
            return new ArchiveOut(files, guestPath, archive, format).run();
          } catch (IOException refused) {
            throw new WorkspaceException(
                "cannot pack %s: the archive could not be written (%s)"
                    .formatted(Messages.quote(guestPath), refused.getClass().getSimpleName()));
          }
        });
  }

  /**
   * Copies what is below a directory of the tree to a new or empty directory of the host.
   *
   * <p>What a program of the host could obey is left out: names that {@link ProtectedNames} has,
   * and links that could lead out of the directory. Each file appears whole or not at all, no link
   * is followed or written through, and nothing that appears on the host meanwhile is replaced.
   * Files get the mode 0644, directories 0755, less what the umask takes, and the present time;
   * hard links become files of their own. Guest calls wait until it ends.
   *
   * @param guestPath a directory
   * @param hostDirectory an empty directory, or one that is missing while its parent exists; if it
   *     is a symbolic link, what it points to
   * @return what was left out, and why; all that is below it too
   * @throws WorkspaceException also if the host directory is not empty, lies in a directory that is
   *     mounted here, or cannot be made or opened; nothing was written then
   */
  public List<CommitReport.Problem> copyOut(String guestPath, Path hostDirectory) {
    return call(
        "copy out",
        guestPath,
        () -> {
          try {
            return new HostCopyOut(files, protectedNames, guestPath).run(hostDirectory, mounts);
          } catch (IOException refused) {
            throw new WorkspaceException(
                "cannot copy out %s: the target cannot be written (%s)"
                    .formatted(Messages.quote(guestPath), refused.getClass().getSimpleName()));
          }
        });
  }

  /**
   * Returns the tree behind this workspace, for the host functions of this module. The type is not
   * exported: embedders use the other methods.
   */
  public FileTree tree(Caller caller) {
    return new FileTree(volume, caller);
  }

  private interface Action {
    void run() throws Fault;
  }

  private interface Question<T> {
    T ask() throws Fault;
  }

  private void run(String verb, String path, Action action) {
    call(
        verb,
        path,
        () -> {
          action.run();
          return true;
        });
  }

  private <T> T call(String verb, String path, Question<T> question) {
    try {
      synchronized (volume) {
        return question.ask();
      }
    } catch (Fault fault) {
      throw Messages.failure(verb, path, fault.errno(), limits);
    }
  }

  /** The embedder's own work: time at 1 ms, and no fuel. */
  private record HostCaller(InstantSource clock) implements Caller {
    @Override
    public long now() {
      return TimeUnit.MILLISECONDS.toNanos(clock.millis());
    }

    @Override
    public void spend(long steps) {}
  }
}
