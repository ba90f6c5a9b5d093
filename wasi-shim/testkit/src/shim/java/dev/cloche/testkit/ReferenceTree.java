package dev.cloche.testkit;

import static dev.cloche.testkit.WasiErrno.EXIST;
import static dev.cloche.testkit.WasiErrno.INVAL;
import static dev.cloche.testkit.WasiErrno.ISDIR;
import static dev.cloche.testkit.WasiErrno.NOENT;
import static dev.cloche.testkit.WasiErrno.NOSPC;
import static dev.cloche.testkit.WasiErrno.NOTDIR;
import static dev.cloche.testkit.WasiErrno.NOTEMPTY;
import static dev.cloche.testkit.WasiErrno.PERM;
import static dev.cloche.testkit.WasiErrno.SUCCESS;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What a workspace should do, as plainly as it can be said: the model for properties.
 *
 * <p>Paths are relative, of plain names that are joined by single slashes, and there are no
 * symbolic links. Bytes are counted as the workspace counts them: those of contents and of names, a
 * file with several names once; nodes are names, and files without one that are open. Names and
 * contents are ASCII. Not thread-safe.
 */
public final class ReferenceTree {
  /** A file if {@code entries} is null. */
  static final class Item {
    final @Nullable Map<String, Item> entries;
    String content = "";

    Item(boolean directory) {
      this.entries = directory ? new TreeMap<>() : null;
    }
  }

  /** What descriptors hold open, once for each. */
  final List<Item> opened = new ArrayList<>();

  private final Item root;
  private final long maxBytes;
  private final int maxNodes;

  /**
   * Makes an empty tree.
   *
   * @param maxBytes the most that names and contents may take together
   * @param maxNodes the most names
   */
  public ReferenceTree(long maxBytes, int maxNodes) {
    this(maxBytes, maxNodes, new Item(true));
  }

  private ReferenceTree(long maxBytes, int maxNodes, Item root) {
    this.root = root;
    this.maxBytes = maxBytes;
    this.maxNodes = maxNodes;
  }

  /** The directory and the name that a path ends in, or an error. */
  private record Spot(WasiErrno errno, Map<String, Item> in, String name) {
    @Nullable Item item() {
      return in.get(name);
    }
  }

  private Spot find(String path) {
    String[] names = path.split("/", -1);
    Map<String, Item> in = root.entries;
    for (int i = 0; i < names.length - 1; i++) {
      Item next = in.get(names[i]);
      if (next == null || next.entries == null) {
        return new Spot(next == null ? NOENT : NOTDIR, in, "");
      }
      in = next.entries;
    }
    return new Spot(SUCCESS, in, names[names.length - 1]);
  }

  /** What a path leads to; nothing if the name is free. */
  record Found(WasiErrno errno, @Nullable Item item) {}

  Found lookUp(String path) {
    Spot at = find(path);
    return new Found(at.errno(), at.errno() == SUCCESS ? at.item() : null);
  }

  /** Returns the most bytes that there may be. */
  public long maxBytes() {
    return maxBytes;
  }

  /** Returns a copy that nothing is open in; files with several names stay such files. */
  public ReferenceTree copy() {
    return new ReferenceTree(maxBytes, maxNodes, copy(root, new IdentityHashMap<>()));
  }

  private static Item copy(Item item, Map<Item, Item> copies) {
    Item known = copies.get(item);
    if (known != null) {
      return known;
    }
    Item copy = new Item(item.entries != null);
    copies.put(item, copy);
    copy.content = item.content;
    if (item.entries != null) {
      item.entries.forEach((name, each) -> copy.entries.put(name, copy(each, copies)));
    }
    return copy;
  }

  /** Returns the number of names of a file. */
  int links(Item file) {
    return links(root, file);
  }

  private static int links(Item in, Item file) {
    return in.entries == null
        ? (in == file ? 1 : 0)
        : in.entries.values().stream().mapToInt(each -> links(each, file)).sum();
  }

  /** Makes a directory. */
  public WasiErrno mkdir(String path) {
    Spot at = find(path);
    if (at.errno() != SUCCESS) {
      return at.errno();
    }
    return at.item() != null ? EXIST : add(at, new Item(true));
  }

  private WasiErrno add(Spot at, Item item) {
    if (nodes() + 1 > maxNodes || bytes() + at.name().length() > maxBytes) {
      return NOSPC;
    }
    at.in().put(at.name(), item);
    return SUCCESS;
  }

  /** Removes an empty directory. */
  public WasiErrno rmdir(String path) {
    Spot at = find(path);
    if (at.errno() != SUCCESS || at.item() == null) {
      return at.errno() != SUCCESS ? at.errno() : NOENT;
    }
    if (at.item().entries == null) {
      return NOTDIR;
    }
    if (!at.item().entries.isEmpty()) {
      return NOTEMPTY;
    }
    at.in().remove(at.name());
    return SUCCESS;
  }

  /** Removes a name of a file. */
  public WasiErrno unlink(String path) {
    Spot at = find(path);
    if (at.errno() != SUCCESS || at.item() == null) {
      return at.errno() != SUCCESS ? at.errno() : NOENT;
    }
    if (at.item().entries != null) {
      return ISDIR;
    }
    at.in().remove(at.name());
    return SUCCESS;
  }

  /** Gives a file one more name. */
  public WasiErrno link(String oldPath, String newPath) {
    Spot from = find(oldPath);
    if (from.errno() != SUCCESS || from.item() == null) {
      return from.errno() != SUCCESS ? from.errno() : NOENT;
    }
    Spot to = find(newPath);
    if (to.errno() != SUCCESS) {
      return to.errno();
    }
    if (to.item() != null) {
      return EXIST;
    }
    return from.item().entries != null ? PERM : add(to, from.item());
  }

  /** Renames a file or a directory, over a file or an empty directory if there is one. */
  public WasiErrno rename(String oldPath, String newPath) {
    Spot from = find(oldPath);
    Spot to = find(newPath);
    if (from.errno() != SUCCESS || to.errno() != SUCCESS) {
      return from.errno() != SUCCESS ? from.errno() : to.errno();
    }
    if (from.item() == null) {
      return NOENT;
    }
    WasiErrno refused = mayReplace(oldPath, from.item(), newPath, to.item());
    if (refused != SUCCESS || from.item() == to.item()) {
      return refused;
    }
    int more = to.name().length() - from.name().length();
    if (to.item() == null && bytes() + more > maxBytes) {
      return NOSPC;
    }
    to.in().put(to.name(), from.in().remove(from.name()));
    return SUCCESS;
  }

  private static WasiErrno mayReplace(String from, Item moved, String to, @Nullable Item target) {
    if (moved.entries != null && to.startsWith(from + "/")) {
      return INVAL;
    }
    if (target == null) {
      return SUCCESS;
    }
    if (moved.entries == null) {
      return target.entries == null ? SUCCESS : ISDIR;
    }
    if (target.entries == null) {
      return NOTDIR;
    }
    return target == moved || target.entries.isEmpty() ? SUCCESS : NOTEMPTY;
  }

  /** Appends to a file, making it if need be. */
  public WasiErrno append(String path, String text) {
    Spot at = find(path);
    if (at.errno() != SUCCESS) {
      return at.errno();
    }
    if (at.item() != null && at.item().entries != null) {
      return ISDIR;
    }
    WasiErrno made = at.item() == null ? add(at, new Item(false)) : SUCCESS;
    if (made != SUCCESS) {
      return made;
    }
    if (bytes() + text.length() > maxBytes) {
      return NOSPC;
    }
    at.item().content += text;
    return SUCCESS;
  }

  /** Returns the bytes that are used. */
  public long bytes() {
    Set<Item> seen = identitySet();
    return weigh(root, seen) + opened.stream().mapToLong(each -> weigh(each, seen)).sum();
  }

  private static Set<Item> identitySet() {
    return Collections.newSetFromMap(new IdentityHashMap<>());
  }

  private static long weigh(Item item, Set<Item> seen) {
    if (item.entries == null) {
      return seen.add(item) ? item.content.length() : 0;
    }
    long sum = 0;
    for (Map.Entry<String, Item> entry : item.entries.entrySet()) {
      sum += entry.getKey().length() + weigh(entry.getValue(), seen);
    }
    return sum;
  }

  /** Returns the nodes that are used. */
  public int nodes() {
    Set<Item> orphans = identitySet();
    opened.stream().filter(each -> links(each) == 0).forEach(orphans::add);
    return count(root) - 1 + orphans.size();
  }

  private static int count(Item item) {
    return item.entries == null
        ? 1
        : 1 + item.entries.values().stream().mapToInt(ReferenceTree::count).sum();
  }

  /** Returns the names and what counts in the quota, as {@link Listing#of} does. */
  public String listing() {
    StringBuilder text = new StringBuilder();
    list(root, "", text, false);
    return text.append(bytes()).append(' ').append(nodes()).toString();
  }

  /** Returns the names and the contents, as {@link Listing#contents} does. */
  public String contents() {
    StringBuilder text = new StringBuilder();
    list(root, "", text, true);
    return text.toString();
  }

  private static void list(Item item, String path, StringBuilder text, boolean contents) {
    if (item.entries != null) {
      item.entries.forEach(
          (name, each) -> {
            text.append(path).append('/').append(name).append('\n');
            list(each, path + "/" + name, text, contents);
          });
    } else if (contents) {
      text.append(item.content).append('\n');
    }
  }

  /** Returns the content of a file; empty if there is none. */
  public Optional<String> content(String path) {
    Spot at = find(path);
    return at.errno() != SUCCESS || at.item() == null || at.item().entries != null
        ? Optional.empty()
        : Optional.of(at.item().content);
  }
}
