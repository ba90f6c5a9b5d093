package dev.cloche.workspace.tree;

import dev.cloche.workspace.tree.PathWalk.Last;
import java.util.List;

/**
 * The operations on paths, on behalf of one caller.
 *
 * <p>Each takes a base directory and a path relative to it, resolves the path once with {@link
 * PathWalk}, checks all that can refuse, and only then changes anything: an operation that answers
 * an error has changed nothing. Thread-safe, by the lock of the volume.
 */
public final class FileTree {
  /** What opening a file of the host is worth: some dozens of system calls. */
  private static final long HOST_OPENING_STEPS = 500;

  private final Volume volume;
  private final Caller caller;
  private final OpenNodes nodes;
  private final int generation;

  /** Creates the view of a volume for one caller. */
  public FileTree(Volume volume, Caller caller) {
    this.volume = volume;
    this.caller = caller;
    this.nodes = new OpenNodes(volume, caller);
    this.generation = volume.generation();
  }

  /** Returns the top of the tree. */
  public Directory root() {
    return volume.root();
  }

  /** Returns the operations on nodes that are open. */
  public OpenNodes nodes() {
    return nodes;
  }

  /** Opens a path; the node must be closed with {@link OpenNodes#close}. */
  public Node open(Directory base, String path, OpenRequest request) throws Fault {
    synchronized (volume) {
      boolean follow = request.follow() && !(request.create() && request.exclusive());
      Place place = resolve(base, path, follow ? Last.FOLLOW : Last.FOLLOW_IF_SLASH);
      Node node = place.node() == null ? createMissing(place, request) : place.node();
      if (place.node() != null) {
        requireOpenable(node, request);
      }
      if (request.truncate() && node instanceof RegularFile file) {
        nodes.setSize(file, 0);
      }
      if (node instanceof RegularFile file && file.lower() != null) {
        caller.spend(HOST_OPENING_STEPS);
      }
      volume.open(node);
      return node;
    }
  }

  private Node createMissing(Place place, OpenRequest request) throws Fault {
    if (!request.create()) {
      throw Errno.NOENT.fault();
    }
    if (place.slash()) {
      throw Errno.ISDIR.fault();
    }
    RegularFile file = new RegularFile(volume, caller.now());
    add(place, file);
    return file;
  }

  private void requireOpenable(Node node, OpenRequest request) throws Fault {
    if (request.create() && request.exclusive()) {
      throw Errno.EXIST.fault();
    }
    if (request.directory() && !(node instanceof Directory)) {
      throw Errno.NOTDIR.fault();
    }
    // A link is never opened itself: wasi-testsuite nofollow_errors.
    if (node instanceof SymbolicLink) {
      throw Errno.LOOP.fault();
    }
    boolean changes = request.write() || request.truncate();
    if (node instanceof Directory && (request.create() || changes)) {
      throw Errno.ISDIR.fault();
    }
    if (changes) {
      nodes.requireChangeable(node);
    }
  }

  /** Creates a directory. */
  public void createDirectory(Directory base, String path) throws Fault {
    synchronized (volume) {
      Place place = resolve(base, path, Last.KEEP);
      requireFree(place);
      add(place, new Directory(volume, caller.now(), false));
    }
  }

  /** Creates a symbolic link; the target need not exist, but must be a relative path. */
  public void createLink(String target, Directory base, String path) throws Fault {
    Names.checkText(target);
    if (target.charAt(0) == '/') {
      throw Errno.NOTCAPABLE.fault();
    }
    createLinkUnchecked(target, base, path);
  }

  /**
   * Creates a symbolic link with any target. An absolute one can be listed, but never followed:
   * that is how a link which led out of a mounted directory is shown.
   */
  public void createLinkUnchecked(String target, Directory base, String path) throws Fault {
    Names.checkText(target);
    synchronized (volume) {
      Place place = resolve(base, path, Last.KEEP);
      place.requireDirectoryIfSlash();
      requireFree(place);
      if (place.slash()) {
        throw Errno.NOENT.fault();
      }
      add(place, new SymbolicLink(volume, caller.now(), target));
    }
  }

  private static void requireFree(Place place) throws Fault {
    if (place.node() != null) {
      throw Errno.EXIST.fault();
    }
  }

  private void add(Place place, Node node) throws Fault {
    place.requireUnsealed();
    volume.requireAttached(place.parent());
    place.requireFree(node);
    volume.link(place.parent(), place.named(Errno.EXIST), node);
    place.parent().touch(caller.now());
  }

  /** Returns the target of a symbolic link. */
  public String readLink(Directory base, String path) throws Fault {
    synchronized (volume) {
      Node node = resolve(base, path, Last.FOLLOW_IF_SLASH).existing();
      if (node instanceof SymbolicLink link) {
        return link.target();
      }
      throw Errno.INVAL.fault();
    }
  }

  /** Describes a node. */
  public Stat stat(Directory base, String path, boolean follow) throws Fault {
    synchronized (volume) {
      return resolve(base, path, follow ? Last.FOLLOW : Last.FOLLOW_IF_SLASH).existing().stat();
    }
  }

  /** Sets times of a node. */
  public void setTimes(Directory base, String path, boolean follow, Times times) throws Fault {
    synchronized (volume) {
      Last last = follow ? Last.FOLLOW : Last.FOLLOW_IF_SLASH;
      nodes.setTimes(resolve(base, path, last).existing(), times);
    }
  }

  /** Removes a file or a symbolic link. */
  public void unlink(Directory base, String path) throws Fault {
    synchronized (volume) {
      Place place = resolve(base, path, Last.KEEP);
      Node node = place.existing();
      place.requireUnsealed();
      if (node instanceof Directory) {
        throw Errno.ISDIR.fault();
      }
      place.requireDirectoryIfSlash();
      place.requireUnpinned();
      remove(place, node);
    }
  }

  /** Removes an empty directory. */
  public void removeDirectory(Directory base, String path) throws Fault {
    synchronized (volume) {
      Place place = resolve(base, path, Last.KEEP);
      if (!(place.existing() instanceof Directory directory)) {
        throw Errno.NOTDIR.fault();
      }
      place.requireUnsealed();
      if (!directory.isEmpty()) {
        throw Errno.NOTEMPTY.fault();
      }
      place.requireUnpinned();
      remove(place, directory);
    }
  }

  private void remove(Place place, Node node) throws Fault {
    String name = place.named(Errno.INVAL);
    place.requireFree(node);
    volume.unlink(place.parent(), name, node);
    place.parent().touch(caller.now());
    node.touchStatus(caller.now());
  }

  /** Gives a file or a symbolic link one more name. */
  public void link(Directory oldBase, String oldPath, Directory newBase, String newPath)
      throws Fault {
    synchronized (volume) {
      Place from = resolve(oldBase, oldPath, Last.KEEP);
      Node node = from.existing();
      Place to = resolve(newBase, newPath, Last.KEEP);
      // A taken name beats every other error: wasi-testsuite path_link.
      requireFree(to);
      from.requireDirectoryIfSlash();
      if (to.slash()) {
        throw Errno.NOENT.fault();
      }
      if (node instanceof Directory) {
        throw Errno.PERM.fault();
      }
      nodes.requireChangeable(node);
      add(to, node);
      node.touchStatus(caller.now());
    }
  }

  /** Renames a node, over another one if there is one of the same kind. */
  public void rename(Directory oldBase, String oldPath, Directory newBase, String newPath)
      throws Fault {
    synchronized (volume) {
      Place from = resolve(oldBase, oldPath, Last.KEEP);
      Place to = resolve(newBase, newPath, Last.KEEP);
      new Rename(volume, caller, from, to).run();
    }
  }

  /**
   * Makes a node and all below it read-only for good, and pins the directories above, so that
   * nothing else can take its place.
   */
  public void seal(Directory base, String path) throws Fault {
    synchronized (volume) {
      Place place = resolve(base, path, Last.KEEP);
      seal(place.existing());
      pin(place.node());
    }
  }

  /** Makes a node and the directories above it keep their places. */
  private static void pin(Node node) {
    node.pin();
    for (Entry name = node.firstName(); name != null; name = name.directory().firstName()) {
      name.directory().pin();
    }
  }

  private static void seal(Node node) {
    node.seal();
    if (node instanceof Directory directory) {
      directory.loadedEntries().forEach(entry -> seal(entry.node()));
    }
  }

  /**
   * Lets a directory of the host show through an empty directory of this tree, which keeps its
   * place from now on.
   *
   * @param above the names of the host directory and of those above it, for the policy
   */
  public Node mount(String path, LowerDirectory lower, List<String> above, PathPolicy policy)
      throws Fault {
    synchronized (volume) {
      Directory directory = requireMountable(resolve(root(), path, Last.KEEP).existing());
      directory.setUnderlay(new Underlay(lower, caller.now()));
      volume.guard().watch(directory, new Guard.Mounted(List.copyOf(above), policy));
      pin(directory);
      return directory;
    }
  }

  private static Directory requireMountable(Node node) throws Fault {
    if (!(node instanceof Directory directory)) {
      throw Errno.NOTDIR.fault();
    }
    if (directory.underlay() != null) {
      throw Errno.BUSY.fault();
    }
    if (!directory.isEmpty()) {
      throw Errno.NOTEMPTY.fault();
    }
    return directory;
  }

  /** Returns the view of a mount for commits; {@code top} is what {@link #mount} returned. */
  public Overlay overlay(Node top) {
    return new Overlay(volume, top);
  }

  /** Lets one file of the host show under a name that must be free; it keeps its place. */
  public Node mount(String path, LowerFile lower) throws Fault {
    synchronized (volume) {
      Place place = resolve(root(), path, Last.KEEP);
      requireFree(place);
      RegularFile file = new RegularFile(volume, caller.now(), lower, false);
      add(place, file);
      pin(file);
      return file;
    }
  }

  private Place resolve(Directory base, String path, Last last) throws Fault {
    // A directory that was open before the tree went back in time: attack F16.
    if (generation != volume.generation()) {
      throw Errno.BADF.fault();
    }
    return PathWalk.resolve(caller, base, path, last);
  }
}
