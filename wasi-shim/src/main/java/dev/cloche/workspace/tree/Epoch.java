package dev.cloche.workspace.tree;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What was changed since a snapshot, as it was at the snapshot: for every node that existed then
 * and was changed its image, for every directory the entries that were changed.
 */
final class Epoch {
  private final long number;
  private final Map<Node, Image> images = new HashMap<>();
  private final Map<Directory, Map<String, Optional<Entry>>> entries = new HashMap<>();

  Epoch(long number) {
    this.number = number;
  }

  /** Returns the number; later epochs have greater ones. */
  long number() {
    return number;
  }

  Map<Node, Image> images() {
    return images;
  }

  /** Returns the changed entries; nothing stands for a name that was free. */
  Map<Directory, Map<String, Optional<Entry>>> entries() {
    return entries;
  }

  void save(Node node) {
    images.putIfAbsent(node, node.image());
  }

  /** Keeps what a name stood for, unless it is known already. */
  void save(Directory directory, String name, @Nullable Entry before) {
    Map<String, Optional<Entry>> names =
        entries.computeIfAbsent(directory, each -> new HashMap<>());
    Optional<Entry> known = names.putIfAbsent(name, Optional.ofNullable(before));
    // Free at the snapshot, taken since, and free again now: nothing to remember. A guest that
    // makes and removes ever new names would fill memory otherwise.
    if (known != null && known.isEmpty() && before != null) {
      names.remove(name);
    }
  }

  /** Takes over what a later epoch knows and this one does not. */
  void absorb(Epoch later) {
    later.images.forEach(
        (node, image) -> {
          if (node.born < number) {
            images.putIfAbsent(node, image);
          }
        });
    later.entries.forEach(
        (directory, names) -> {
          if (directory.born < number) {
            Map<String, Optional<Entry>> mine =
                entries.computeIfAbsent(directory, each -> new HashMap<>());
            names.forEach(mine::putIfAbsent);
          }
        });
  }
}
