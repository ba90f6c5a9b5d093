package dev.cloche.wasi;

import dev.cloche.workspace.Workspace;
import dev.cloche.workspace.tree.Caller;
import dev.cloche.workspace.tree.Directory;
import dev.cloche.workspace.tree.Fault;
import dev.cloche.workspace.tree.FileTree;
import dev.cloche.workspace.tree.OpenRequest;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The directories that a guest is given at its start: what it calls each, and where it lies in the
 * workspace; behind them, those that have a workspace of their own.
 *
 * @param directories paths in the workspace by guest names, in the order of the descriptors
 * @param unchanged whether the guest may read these and change nothing
 * @param others the further ones; none inside another
 */
record Preopens(Map<String, String> directories, boolean unchanged, List<Preopen> others) {
  private static final OpenRequest AS_DIRECTORY =
      new OpenRequest(true, false, false, true, false, false);

  /** The number of the workspace's own tree; the others count on from there. */
  private static final long FIRST_DEVICE = 1;

  Preopens {
    directories = Collections.unmodifiableMap(new LinkedHashMap<>(directories));
    others = List.copyOf(others);
    directories.keySet().forEach(Preopens::requireName);
    for (int i = 0; i < others.size(); i++) {
      requireOwnPlace(others.get(i), directories, others.subList(0, i));
    }
  }

  private static void requireName(String name) {
    if (name.isEmpty() || name.indexOf('\0') >= 0) {
      throw new IllegalArgumentException("preopen name is empty or holds a NUL character");
    }
  }

  private static void requireOwnPlace(
      Preopen other, Map<String, String> directories, List<Preopen> before) {
    if (directories.containsKey(other.at()) || before.stream().anyMatch(other::overlaps)) {
      throw new IllegalArgumentException("preopens overlap; each needs a place of its own");
    }
  }

  Preopens of(Map<String, String> those) {
    return new Preopens(those, unchanged, others);
  }

  Preopens asUnchanged() {
    return new Preopens(directories, true, others);
  }

  Preopens and(Preopen other) {
    List<Preopen> more = new ArrayList<>(others);
    more.add(other);
    return new Preopens(directories, unchanged, more);
  }

  int count() {
    return directories.size() + others.size();
  }

  /**
   * Opens all, or none.
   *
   * @param workspace where the directories are
   * @param guest does what the guest does in any of the trees
   * @throws IllegalArgumentException if one is missing or no directory
   */
  void open(Workspace workspace, Caller guest, Descriptors into) {
    try {
      // Found by the embedder, so the guest does not pay.
      FileTree lookup = workspace.tree(new FreeCaller());
      GuestTree own = new GuestTree(workspace.tree(guest), FIRST_DEVICE);
      directories.forEach(
          (name, path) -> add(own, directory(lookup, name, path), name, unchanged, into));
      long device = FIRST_DEVICE;
      for (Preopen other : others) {
        GuestTree tree = new GuestTree(other.files().tree(guest), ++device);
        Directory root = directory(other.files().tree(new FreeCaller()), other.at(), "/");
        add(tree, root, other.at(), other.unchanged(), into);
      }
    } catch (IllegalArgumentException refused) {
      into.closeAll();
      throw refused;
    }
  }

  private static void add(
      GuestTree tree, Directory directory, String name, boolean unchanged, Descriptors into) {
    long rights = unchanged ? Rights.DIRECTORY_UNCHANGED : Rights.DIRECTORY;
    long files = unchanged ? Rights.FILE_UNCHANGED : Rights.FILE;
    into.add(new DirectoryDescriptor(tree, directory, name, rights, rights | files));
  }

  private static Directory directory(FileTree tree, String name, String path) {
    String below = path.replaceFirst("^/+", "");
    try {
      return (Directory) tree.open(tree.root(), below.isEmpty() ? "." : below, AS_DIRECTORY);
    } catch (Fault fault) {
      throw new IllegalArgumentException(
          "preopen \"" + name + "\" at \"" + path + "\" cannot be opened: " + fault.errno(), fault);
    }
  }

  /** Lookups of the embedder: they cost nothing and change nothing. */
  record FreeCaller() implements Caller {
    @Override
    public long now() {
      return 0;
    }

    @Override
    public void spend(long steps) {}
  }
}
