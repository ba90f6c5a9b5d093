package dev.cloche.wasi;

import dev.cloche.workspace.tree.Caller;
import dev.cloche.workspace.tree.Directory;
import dev.cloche.workspace.tree.Fault;
import dev.cloche.workspace.tree.FileTree;
import dev.cloche.workspace.tree.OpenRequest;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The directories that a guest is given at its start: what it calls each, and where it lies in the
 * workspace.
 *
 * @param directories workspace paths by guest names, in the order of the descriptors
 * @param unchanged whether the guest may read them and change nothing
 */
record Preopens(Map<String, String> directories, boolean unchanged) {
  private static final OpenRequest AS_DIRECTORY =
      new OpenRequest(true, false, false, true, false, false);

  Preopens {
    directories = Collections.unmodifiableMap(new LinkedHashMap<>(directories));
    directories.keySet().forEach(Preopens::requireName);
  }

  private static void requireName(String name) {
    if (name.isEmpty() || name.indexOf('\0') >= 0) {
      throw new IllegalArgumentException("preopen name is empty or holds a NUL character");
    }
  }

  int count() {
    return directories.size();
  }

  /**
   * Opens all, or none.
   *
   * @param lookup finds them; the embedder's doing, so the guest does not pay
   * @param guest the tree that the descriptors work on
   * @throws IllegalArgumentException if one is missing or no directory
   */
  void open(FileTree lookup, FileTree guest, Descriptors into) {
    try {
      directories.forEach((name, path) -> into.add(open(lookup, guest, name, path)));
    } catch (IllegalArgumentException refused) {
      into.closeAll();
      throw refused;
    }
  }

  private Descriptor open(FileTree lookup, FileTree guest, String name, String path) {
    return new DirectoryDescriptor(
        guest.nodes(),
        directory(lookup, name, path),
        name,
        unchanged ? Rights.DIRECTORY_UNCHANGED : Rights.DIRECTORY,
        unchanged
            ? Rights.DIRECTORY_UNCHANGED | Rights.FILE_UNCHANGED
            : Rights.DIRECTORY | Rights.FILE);
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
