package dev.cloche.workspace.tree;

import dev.cloche.workspace.tree.Underlay.Original;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * One mount, as seen by a commit: what differs from the host, and how to take note that it does not
 * differ any more.
 *
 * <p>A node stands for what is on the host if the directory above it read it there and still has it
 * under that name. So a deleted name needs no mark of its own (a whiteout), and neither does a
 * directory that replaced another (an opaque one). The caller holds the lock of the volume.
 */
public final class Overlay {
  private final Volume volume;
  private final Node top;
  private @Nullable LowerFile topFile;
  private final List<OverlayChange> changes = new ArrayList<>();

  /** Creates the view of a mount whose root, or only file, is {@code top}. */
  Overlay(Volume volume, Node top) {
    this.volume = volume;
    this.top = top;
    this.topFile = top instanceof RegularFile file ? file.lower() : null;
  }

  /** Returns whether the mount is part of the tree: going back to before it takes it away. */
  public boolean isAttached() {
    Node each = top;
    while (each.firstName() != null) {
      each = each.firstName().directory();
    }
    boolean shows = !(top instanceof Directory directory) || directory.underlay() != null;
    return each == volume.root() && shows;
  }

  /** Returns what differs, in an order in which it can be done. */
  public List<OverlayChange> changes() throws Fault {
    changes.clear();
    if (top instanceof Directory directory) {
      compare(directory, List.of());
    } else {
      same(top, topFile, List.of());
    }
    return List.copyOf(changes);
  }

  private void compare(Directory directory, List<String> path) throws Fault {
    Underlay underlay = directory.underlay();
    Set<String> names = new TreeSet<>();
    directory.loadedEntries().forEach(entry -> names.add(entry.name()));
    names.addAll(underlay == null ? Set.of() : underlay.originals().keySet());
    for (String name : names) {
      Original before = underlay == null ? null : underlay.originals().get(name);
      Node after = directory.loadedNode(name);
      if (before != null && before.node() == after) {
        same(after, before.file(), below(path, name));
      } else {
        different(before, after, below(path, name));
      }
    }
  }

  private static List<String> below(List<String> path, String name) {
    List<String> longer = new ArrayList<>(path);
    longer.add(name);
    return List.copyOf(longer);
  }

  private void same(Node node, @Nullable LowerFile lower, List<String> path) throws Fault {
    if (node instanceof Directory directory) {
      compare(directory, path);
    } else if (node instanceof RegularFile file && file.lower() == null) {
      changes.add(new OverlayChange(path, file, lower, Set.of(), file, false));
    }
  }

  private void different(@Nullable Original before, @Nullable Node after, List<String> path)
      throws Fault {
    // The place of another mount below this one, made for it: not the guest's doing.
    if (before == null && after != null && after.isPinned()) {
      return;
    }
    boolean replaces = before != null && after != null && !isDirectory(before.node(), after);
    if (before != null && !replaces) {
      remove(before, path);
    }
    if (after != null) {
      put(replaces ? before : null, after, path, before != null && !replaces);
    }
  }

  private static boolean isDirectory(Node before, Node after) {
    return before instanceof Directory || after instanceof Directory;
  }

  private void remove(Original before, List<String> path) throws Fault {
    Set<String> names = Set.of();
    if (before.node() instanceof Directory directory && directory.underlay() != null) {
      // Reads it, if a guest moved it away unread.
      directory.isEmpty();
      names = new TreeSet<>(directory.underlay().originals().keySet());
      for (String name : names) {
        remove(directory.underlay().originals().get(name), below(path, name));
      }
    }
    changes.add(
        new OverlayChange(path, before.node(), before.file(), Set.copyOf(names), null, false));
  }

  private void put(@Nullable Original before, Node after, List<String> path, boolean fresh)
      throws Fault {
    Node node = before == null ? null : before.node();
    LowerFile file = before == null ? null : before.file();
    changes.add(new OverlayChange(path, node, file, Set.of(), after, fresh));
    if (after instanceof Directory directory) {
      for (Entry entry : directory.entries()) {
        put(null, entry.node(), below(path, entry.name()), true);
      }
    }
  }

  /** Returns the size of a file that shall be written; one of the host is looked at again. */
  public long size(RegularFile file) throws Fault {
    if (file.lower() != null) {
      volume.openLower(file.lower());
    }
    return file.size();
  }

  /** Copies out bytes of a file that shall be written. */
  public int read(RegularFile file, long offset, byte[] into) throws Fault {
    return file.read(offset, into, 0, into.length);
  }

  /** Lets go of what {@link #size} opened, unless a guest has it open too. */
  public void endRead(RegularFile file) {
    if (file.lower() != null && !volume.isOpen(file)) {
      volume.closeLower(file.lower());
    }
  }

  /** Takes note that a name is gone from the host. */
  public void removed(OverlayChange change) {
    Underlay above = above(change.path());
    if (above != null) {
      above.committed(last(change.path()), null, null);
    }
  }

  /** Takes note that a link is on the host. */
  public void wroteLink(OverlayChange change) {
    wrote(change, null);
  }

  /** Takes note that a directory is on the host, empty so far. */
  public void wroteDirectory(OverlayChange change, LowerDirectory made) {
    wrote(change, null);
    if (change.after() instanceof Directory directory) {
      directory.setUnderlay(Underlay.ofNew(made, 0));
    }
  }

  /**
   * Takes note that a file is on the host: its bytes need not stay in memory. Those of a file with
   * several names stay, since on the host they are several files now.
   */
  public void wroteFile(OverlayChange change, LowerFile made) {
    wrote(change, made);
    if (change.after() instanceof RegularFile file && file.links() == 1) {
      if (file.lower() != null) {
        volume.closeLower(file.lower());
      }
      volume.quota().giveBack(file.weight(), 0);
      file.attach(made);
    }
  }

  private void wrote(OverlayChange change, @Nullable LowerFile made) {
    Underlay above = above(change.path());
    if (above != null) {
      above.committed(last(change.path()), change.after(), made);
    } else if (change.path().isEmpty()) {
      topFile = made;
    }
  }

  private static String last(List<String> path) {
    return path.get(path.size() - 1);
  }

  private @Nullable Underlay above(List<String> path) {
    if (path.isEmpty() || !(top instanceof Directory at)) {
      return null;
    }
    Directory directory = at;
    for (String name : path.subList(0, path.size() - 1)) {
      if (!(directory.loadedNode(name) instanceof Directory next)) {
        return null;
      }
      directory = next;
    }
    return directory.underlay();
  }
}
