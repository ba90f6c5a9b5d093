package dev.cloche.workspace.tree;

import dev.cloche.workspace.image.HostContents;
import dev.cloche.workspace.image.WorkspaceImage;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Takes down a tree as it is, and from then on what is looked at of the host's files that show in
 * it. Looking changes nothing: no directory of the host is read for it.
 *
 * <p>Bounded: what would take more bytes than given is a {@link #problem}, and nothing more is
 * kept. Under the lock of the volume.
 */
public final class TreeCapture implements LowerWatch, AutoCloseable {
  /** What a node or a name is worth beside its texts. */
  private static final long NODE_BYTES = 160;

  private final Volume volume;
  private final IdentityHashMap<LowerDirectory, Integer> directories = new IdentityHashMap<>();
  private final IdentityHashMap<LowerFile, Integer> files = new IdentityHashMap<>();
  private final IdentityHashMap<LowerFile, HostContents.Opening> openings = new IdentityHashMap<>();
  private final List<HostContents.Listing> listings = new ArrayList<>();
  private final List<HostContents.Opening> opened = new ArrayList<>();
  private final Parts parts = new Parts();
  private long left;
  private @Nullable String problem;

  /** The nodes so far. */
  private static final class Parts {
    final List<WorkspaceImage.DirectoryNode> directories = new ArrayList<>();
    final List<WorkspaceImage.FileNode> files = new ArrayList<>();
    final List<WorkspaceImage.HostFileNode> hostFiles = new ArrayList<>();
    final List<WorkspaceImage.LinkNode> links = new ArrayList<>();
    final List<WorkspaceImage.Shown> mounts = new ArrayList<>();
  }

  /** Takes down the tree of a volume, whose lock is held, with no more bytes than given. */
  public TreeCapture(Volume volume, long atMost) {
    this.volume = volume;
    this.left = atMost;
    if (volume.hasOrphans()) {
      problem = "files without a name are open in the workspace";
    } else if (volume.watch() != null) {
      problem = "the workspace is taken down already";
    } else {
      volume.watch(this);
      walk();
    }
  }

  /** Returns why this is not all of it; null if it is. */
  public @Nullable String problem() {
    synchronized (volume) {
      return problem;
    }
  }

  /** Returns how many of the bytes that were given are left. */
  public long left() {
    synchronized (volume) {
      return left;
    }
  }

  /** Returns the tree as it was, with the protected names that the volume does not know. */
  public WorkspaceImage image(List<String> protectedNames) {
    return new WorkspaceImage(
        volume.quota().maxBytes(),
        volume.quota().maxNodes(),
        volume.maxDepth(),
        protectedNames,
        volume.quota().bytes() - volume.quota().ownBytes(),
        volume.quota().nodes() - volume.quota().ownNodes(),
        volume.nextInode(),
        parts.directories,
        parts.files,
        parts.hostFiles,
        parts.links,
        parts.mounts);
  }

  /** Returns what was looked at since. */
  public HostContents contents() {
    synchronized (volume) {
      return new HostContents(listings, opened);
    }
  }

  @Override
  public void close() {
    synchronized (volume) {
      if (volume.watch() == this) {
        volume.watch(null);
      }
    }
  }

  private void walk() {
    Set<Node> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    Deque<Node> next = new ArrayDeque<>(List.of(volume.root()));
    seen.add(volume.root());
    while (!next.isEmpty() && problem == null) {
      Node node = next.removeFirst();
      take(node);
      if (node instanceof Directory directory) {
        for (Entry entry : directory.loadedEntries()) {
          if (seen.add(entry.node())) {
            next.addLast(entry.node());
          }
        }
      }
    }
  }

  private void take(Node node) {
    pay(NODE_BYTES);
    WorkspaceImage.Attributes attributes = attributes(node.attributes());
    long inode = node.inode();
    if (node instanceof Directory directory) {
      take(directory, attributes);
    } else if (node instanceof SymbolicLink link) {
      pay(link.target().length());
      boolean counted = link.weight() == 0;
      parts.links.add(new WorkspaceImage.LinkNode(inode, attributes, link.target(), counted));
    } else if (node instanceof RegularFile file && file.lower() != null) {
      parts.hostFiles.add(
          new WorkspaceImage.HostFileNode(
              inode, attributes, number(file.lower()), file.lower().size()));
    } else if (node instanceof RegularFile file) {
      parts.files.add(new WorkspaceImage.FileNode(inode, attributes, content(file)));
    }
  }

  private static WorkspaceImage.Attributes attributes(Image.Attributes of) {
    return new WorkspaceImage.Attributes(
        of.accessed(), of.modified(), of.changed(), of.sealed(), of.pinned());
  }

  private void take(Directory directory, WorkspaceImage.Attributes attributes) {
    List<WorkspaceImage.Name> names = new ArrayList<>();
    for (Entry entry : directory.loadedEntries()) {
      pay(NODE_BYTES + entry.name().length());
      names.add(new WorkspaceImage.Name(entry.cookie(), entry.name(), entry.node().inode()));
    }
    parts.directories.add(
        new WorkspaceImage.DirectoryNode(
            directory.inode(), attributes, directory.nextCookie(), names));
    Underlay underlay = directory.underlay();
    if (underlay != null) {
      take(directory, underlay);
    }
  }

  private void take(Directory directory, Underlay underlay) {
    underlay.counted().forEach(name -> pay(NODE_BYTES + name.length()));
    Guard.Mounted mounted = volume.guard().mounted(directory);
    parts.mounts.add(
        new WorkspaceImage.Shown(
            directory.inode(),
            number(underlay.source()),
            underlay.now(),
            underlay.isLoaded(),
            underlay.counted().stream().sorted().toList(),
            mounted != null,
            mounted == null ? List.of() : above(mounted)));
  }

  /** The names of the host above a mount, where a protected path may begin with them alone. */
  private static List<String> above(Guard.Mounted mounted) {
    List<String> names = mounted.above();
    int kept = Math.min(names.size(), mounted.policy().reach());
    boolean matters = mounted.policy().judge(names, names.size()) != PathPolicy.Verdict.FREE;
    return matters ? names.subList(names.size() - kept, names.size()) : List.of();
  }

  private byte[] content(RegularFile file) {
    long size = file.content().size();
    if (!pay(size + size / 3)) {
      return new byte[0];
    }
    byte[] bytes = new byte[(int) size];
    int ignored = file.content().read(0, bytes, 0, bytes.length);
    return bytes;
  }

  private int number(LowerDirectory directory) {
    return directories.computeIfAbsent(directory, each -> directories.size() + 1);
  }

  private int number(LowerFile file) {
    return files.computeIfAbsent(file, each -> files.size() + 1);
  }

  /** Takes from what is left; where it does not suffice, says so and takes nothing more. */
  private boolean pay(long bytes) {
    if (problem == null && bytes > left) {
      problem = "the files take more bytes than a recording may have";
    }
    left -= problem == null ? bytes : 0;
    return problem == null;
  }

  @Override
  public void listed(LowerDirectory directory, List<LowerEntry> entries) {
    List<HostContents.Entry> names = new ArrayList<>();
    for (LowerEntry entry : entries) {
      if (pay(NODE_BYTES + entry.name().length())) {
        names.add(entry(entry));
      }
    }
    listings.add(new HostContents.Listing(number(directory), "", names));
  }

  private HostContents.Entry entry(LowerEntry entry) {
    if (entry instanceof LowerEntry.File file) {
      return new HostContents.Entry(
          file.name(), HostContents.Kind.FILE, number(file.file()), file.file().size(), "");
    }
    if (entry instanceof LowerEntry.Folder folder) {
      return new HostContents.Entry(
          folder.name(), HostContents.Kind.DIRECTORY, number(folder.directory()), 0, "");
    }
    String target = ((LowerEntry.Link) entry).target();
    boolean unused = pay(target.length());
    return new HostContents.Entry(entry.name(), HostContents.Kind.LINK, 0, 0, target);
  }

  @Override
  public void notListed(LowerDirectory directory, Errno error) {
    if (pay(NODE_BYTES)) {
      listings.add(new HostContents.Listing(number(directory), error.name(), List.of()));
    }
  }

  @Override
  public void opened(LowerFile file) {
    HostContents.Opening before = openings.get(file);
    if (before != null) {
      requireSame(before.error().isEmpty() && before.content().length == file.size());
      return;
    }
    try {
      long size = file.size();
      byte[] bytes = new byte[pay(NODE_BYTES + size + size / 3) ? (int) size : 0];
      int count = file.read(0, bytes, 0, bytes.length);
      requireSame(count == bytes.length);
      keep(file, new HostContents.Opening(number(file), "", bytes));
    } catch (Fault unreadable) {
      requireSame(false);
    }
  }

  @Override
  public void notOpened(LowerFile file, Errno error) {
    HostContents.Opening before = openings.get(file);
    if (before != null) {
      requireSame(before.error().equals(error.name()));
    } else if (pay(NODE_BYTES)) {
      keep(file, new HostContents.Opening(number(file), error.name(), new byte[0]));
    }
  }

  private void keep(LowerFile file, HostContents.Opening opening) {
    openings.put(file, opening);
    opened.add(opening);
  }

  private void requireSame(boolean same) {
    if (!same && problem == null) {
      problem = "a file of the host was changed while it was read";
    }
  }
}
