package dev.cloche.wasi;

import static dev.cloche.workspace.tree.Errno.EXIST;
import static dev.cloche.workspace.tree.Errno.INVAL;
import static dev.cloche.workspace.tree.Errno.ISDIR;
import static dev.cloche.workspace.tree.Errno.NOENT;
import static dev.cloche.workspace.tree.Errno.NOSPC;
import static dev.cloche.workspace.tree.Errno.NOTDIR;
import static dev.cloche.workspace.tree.Errno.NOTEMPTY;
import static dev.cloche.workspace.tree.Errno.PERM;
import static dev.cloche.workspace.tree.Errno.SUCCESS;

import dev.cloche.workspace.tree.Errno;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What a file tree should do, as plainly as it can be said: the model for the properties. */
final class ReferenceTree {
  /** A file if {@code entries} is null. */
  static final class Item {
    final @Nullable Map<String, Item> entries;
    String content = "";

    Item(boolean directory) {
      this.entries = directory ? new TreeMap<>() : null;
    }
  }

  private final Item root = new Item(true);
  private final long maxBytes;
  private final int maxNodes;

  ReferenceTree(long maxBytes, int maxNodes) {
    this.maxBytes = maxBytes;
    this.maxNodes = maxNodes;
  }

  /** The directory and the name that a path ends in, or an error. */
  private record Spot(Errno errno, Map<String, Item> in, String name) {
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

  Errno mkdir(String path) {
    Spot at = find(path);
    if (at.errno() != SUCCESS) {
      return at.errno();
    }
    return at.item() != null ? EXIST : add(at, new Item(true));
  }

  private Errno add(Spot at, Item item) {
    if (nodes() + 1 > maxNodes || bytes() + at.name().length() > maxBytes) {
      return NOSPC;
    }
    at.in().put(at.name(), item);
    return SUCCESS;
  }

  Errno rmdir(String path) {
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

  Errno unlink(String path) {
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

  Errno link(String oldPath, String newPath) {
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

  Errno rename(String oldPath, String newPath) {
    Spot from = find(oldPath);
    Spot to = find(newPath);
    if (from.errno() != SUCCESS || to.errno() != SUCCESS) {
      return from.errno() != SUCCESS ? from.errno() : to.errno();
    }
    if (from.item() == null) {
      return NOENT;
    }
    Errno refused = mayReplace(oldPath, from.item(), newPath, to.item());
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

  private static Errno mayReplace(String from, Item moved, String to, @Nullable Item target) {
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
  Errno append(String path, String text) {
    Spot at = find(path);
    if (at.errno() != SUCCESS) {
      return at.errno();
    }
    if (at.item() != null && at.item().entries != null) {
      return ISDIR;
    }
    Errno made = at.item() == null ? add(at, new Item(false)) : SUCCESS;
    if (made != SUCCESS) {
      return made;
    }
    if (bytes() + text.length() > maxBytes) {
      return NOSPC;
    }
    at.item().content += text;
    return SUCCESS;
  }

  long bytes() {
    return weigh(root, identitySet());
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

  int nodes() {
    return count(root) - 1;
  }

  private static int count(Item item) {
    return item.entries == null
        ? 1
        : 1 + item.entries.values().stream().mapToInt(ReferenceTree::count).sum();
  }

  String listing() {
    StringBuilder text = new StringBuilder();
    list(root, "", text);
    return text.append(bytes()).append(' ').append(nodes()).toString();
  }

  private static void list(Item item, String path, StringBuilder text) {
    if (item.entries != null) {
      item.entries.forEach(
          (name, each) -> {
            text.append(path).append('/').append(name).append('\n');
            list(each, path + "/" + name, text);
          });
    }
  }

  /** Returns the content of a file; null if there is none. */
  @Nullable String content(String path) {
    Spot at = find(path);
    return at.errno() != SUCCESS || at.item() == null || at.item().entries != null
        ? null
        : at.item().content;
  }
}
