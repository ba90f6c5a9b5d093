package dev.cloche.workspace.tree;

import dev.cloche.workspace.tree.PathPolicy.Verdict;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Keeps protected paths of mounts as they are, by {@code PERM}.
 *
 * <p><b>Attacks.</b> A guest may write the path, remove it, rename onto it, link to it and write
 * through the link, rename a directory so that what is below gets the path, or take the directory
 * above away and bring it back changed. It may also put a symbolic link or a file where a directory
 * leads to the path: git follows both from {@code .git}. So the path is judged where the node is,
 * after every link was followed, at each of these operations.
 *
 * <p>Outside of mounts nothing is protected: no program of the host looks there.
 */
final class Guard {
  /** What is known of a mount: the host's names above it, and the policy. */
  record Mounted(List<String> above, PathPolicy policy) {}

  private final Map<Directory, Mounted> mounts = new HashMap<>();

  void watch(Directory mount, Mounted mounted) {
    mounts.put(mount, mounted);
  }

  /** Returns what is known of the mount that begins at a directory; null if none does. */
  @Nullable Mounted mounted(Directory directory) {
    return mounts.get(directory);
  }

  private record Spot(Mounted mounted, List<String> path) {
    boolean forbids(@Nullable Node node) {
      Verdict verdict = mounted.policy().judge(path, mounted.above().size());
      return verdict == Verdict.PROTECTED
          || (verdict == Verdict.LEADS_TO_PROTECTED && !(node instanceof Directory));
    }

    Spot below(String name) {
      List<String> longer = new ArrayList<>(path);
      longer.add(name);
      return new Spot(mounted, longer);
    }
  }

  /** Returns where an entry is in its mount; null if it is in none. */
  private @Nullable Spot find(Directory parent, String name) {
    if (mounts.isEmpty()) {
      return null;
    }
    Deque<String> names = new ArrayDeque<>();
    names.addFirst(name);
    for (Directory each = parent; each != null; each = each.parent()) {
      Mounted mounted = mounts.get(each);
      if (mounted != null && each.underlay() != null) {
        List<String> path = new ArrayList<>(mounted.above());
        path.addAll(names);
        return new Spot(mounted, path);
      }
      Entry entry = each.firstName();
      names.addFirst(entry == null ? "" : entry.name());
    }
    return null;
  }

  /** Answers {@code PERM} if the entry must not come, go or be replaced. */
  void requireFree(Directory parent, String name, Node node) throws Fault {
    Spot spot = find(parent, name);
    if (spot != null) {
      requireFree(spot, node, spot.mounted().policy().reach());
    }
  }

  /**
   * The same for a directory or file that is moved here. One that comes from elsewhere is searched
   * whole. Inside a mount what is protected below stays so: only near the top names can come
   * together to something new.
   */
  void requireFree(Entry from, Directory parent, String name) throws Fault {
    Spot spot = find(parent, name);
    if (spot != null) {
      Spot before = find(from.directory(), from.name());
      boolean sameMount = before != null && before.mounted().equals(spot.mounted());
      int levels = sameMount ? spot.mounted().policy().reach() : Integer.MAX_VALUE;
      requireFree(spot, from.node(), levels);
    }
  }

  private static void requireFree(Spot spot, Node node, int levels) throws Fault {
    if (spot.forbids(node)) {
      throw Errno.PERM.fault();
    }
    if (levels > 0 && node instanceof Directory directory) {
      for (Entry entry : directory.entries()) {
        requireFree(spot.below(entry.name()), entry.node(), levels - 1);
      }
    }
  }

  /** Answers {@code PERM} if one of the names of the node is protected. */
  void requireChangeable(Node node) throws Fault {
    if (!mounts.isEmpty()) {
      for (Entry entry : node.names()) {
        Spot spot = find(entry.directory(), entry.name());
        if (spot != null && spot.forbids(node)) {
          throw Errno.PERM.fault();
        }
      }
    }
  }
}
