package dev.cloche.workspace.tree;

import dev.cloche.workspace.image.WorkspaceImage;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Makes a tree again, in a volume that was just made: the same numbers, order, times and counts.
 *
 * <p><b>Attacks.</b> The image is untrusted. Names are single and valid, a directory has one name
 * and is reached from the root (so there is no cycle), numbers are given once, and the quota counts
 * everything anew but for what is held for good, which can only make less room.
 */
public final class TreeRestore {
  private static final long ROOT = 1;

  private final Volume volume;
  private final WorkspaceImage image;
  private final LowerContents host;
  private final PathPolicy policy;
  private final Map<Long, Node> nodes = new HashMap<>();
  private final Map<Long, WorkspaceImage.DirectoryNode> directories = new HashMap<>();

  /** Prepares it; {@code policy} says what is protected in the mounts. */
  public TreeRestore(Volume volume, WorkspaceImage image, LowerContents host, PathPolicy policy) {
    this.volume = volume;
    this.image = image;
    this.host = host;
    this.policy = policy;
  }

  /**
   * Makes it.
   *
   * @throws IllegalArgumentException if the parts do not fit together
   * @throws Fault if they are more than the volume may hold, or a name is none
   */
  public void run() throws Fault {
    require(image.heldBytes() >= 0 && image.heldNodes() >= 0, "less than nothing is held");
    volume.quota().hold(image.heldBytes(), image.heldNodes());
    makeNodes();
    show();
    linkAll();
    setAttributes();
    volume.setNextInode(image.nextInode());
  }

  private void makeNodes() throws Fault {
    for (WorkspaceImage.DirectoryNode each : image.directories()) {
      directories.put(each.inode(), each);
      if (each.inode() == ROOT) {
        add(ROOT, volume.root());
      } else {
        number(each.inode());
        add(each.inode(), new Directory(volume, 0, false));
      }
    }
    require(nodes.containsKey(ROOT), "there is no root");
    for (WorkspaceImage.FileNode each : image.files()) {
      number(each.inode());
      RegularFile file = new RegularFile(volume, 0);
      file.changeableContent().write(0, each.content(), 0, each.content().length);
      add(each.inode(), file);
    }
    for (WorkspaceImage.HostFileNode each : image.hostFiles()) {
      number(each.inode());
      add(each.inode(), new RegularFile(volume, 0, host.file(each.file(), each.size()), false));
    }
    for (WorkspaceImage.LinkNode each : image.links()) {
      number(each.inode());
      Names.checkText(each.target());
      add(each.inode(), new SymbolicLink(volume, 0, each.target(), each.counted()));
    }
  }

  private void number(long inode) {
    require(inode > ROOT && inode < image.nextInode(), "number " + inode + " is out of its range");
    volume.setNextInode(inode);
  }

  private void add(long inode, Node node) {
    require(nodes.put(inode, node) == null, "number " + inode + " comes twice");
  }

  private void show() {
    Set<Long> shown = new HashSet<>();
    // What counts with its listing counts for good: else names would be free.
    long counted = image.mounts().stream().mapToLong(each -> each.names().size()).sum();
    require(counted <= image.heldNodes(), "more names are listed than are held");
    for (WorkspaceImage.Shown each : image.mounts()) {
      require(shown.add(each.inode()), "a directory shows two directories of the host");
      Directory directory = directory(each.inode());
      LowerDirectory source = host.directory(each.directory());
      directory.setUnderlay(
          each.listed()
              ? Underlay.ofListed(source, each.now(), Set.copyOf(each.names()))
              : new Underlay(source, each.now()));
      if (each.isTop()) {
        volume.guard().watch(directory, new Guard.Mounted(each.above(), policy));
      }
    }
  }

  private Directory directory(long inode) {
    if (nodes.get(inode) instanceof Directory directory) {
      return directory;
    }
    throw new IllegalArgumentException("number " + inode + " is no directory");
  }

  private void linkAll() throws Fault {
    Deque<Long> next = new ArrayDeque<>(List.of(ROOT));
    List<Node> named = new ArrayList<>(List.of(volume.root()));
    while (!next.isEmpty()) {
      long inode = next.removeFirst();
      WorkspaceImage.DirectoryNode from = directories.get(inode);
      require(from != null, "number " + inode + " is no directory");
      for (WorkspaceImage.Name name : from.names()) {
        Node node = nodes.get(name.inode());
        require(node != null, "a name is of a node that there is not");
        boolean first = node.firstName() == null;
        link(directory(inode), name, node, from.nextCookie());
        if (first) {
          named.add(node);
        }
        if (node instanceof Directory) {
          next.addLast(name.inode());
        }
      }
      directory(inode).setNextCookie(Math.max(Directory.FIRST_COOKIE, from.nextCookie()));
    }
    require(named.size() == nodes.size(), "a node has no name");
  }

  private void link(Directory parent, WorkspaceImage.Name name, Node node, long end) throws Fault {
    require(name.cookie() >= parent.nextCookie() && name.cookie() < end, "names are not in order");
    requireName(name.name());
    require(parent.loadedEntry(name.name()) == null, "a name comes twice");
    require(
        node != volume.root() && (!(node instanceof Directory) || node.firstName() == null),
        "a directory has two names");
    parent.setNextCookie(name.cookie());
    volume.link(parent, name.name(), node);
  }

  private static void requireName(String name) throws Fault {
    require(
        !name.isEmpty()
            && name.indexOf('/') < 0
            && Names.components(name).equals(List.of(name))
            && !name.equals(".")
            && !name.equals(".."),
        "a name is none");
  }

  private void setAttributes() {
    image.directories().forEach(each -> set(each.inode(), each.attributes()));
    image.files().forEach(each -> set(each.inode(), each.attributes()));
    image.hostFiles().forEach(each -> set(each.inode(), each.attributes()));
    image.links().forEach(each -> set(each.inode(), each.attributes()));
  }

  private void set(long inode, WorkspaceImage.Attributes to) {
    Node node = nodes.get(inode);
    if (node != null) {
      node.become(
          new Image.Attributes(
              to.accessed(), to.modified(), to.changed(), to.sealed(), to.pinned()));
    }
  }

  private static void require(boolean holds, String otherwise) {
    if (!holds) {
      throw new IllegalArgumentException(otherwise);
    }
  }
}
