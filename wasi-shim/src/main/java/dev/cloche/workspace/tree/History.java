package dev.cloche.workspace.tree;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a volume was like at its marks.
 *
 * <p><b>Goal.</b> Marking costs nothing, going back and comparing cost what changed, and ordinary
 * work is not slowed down. So nodes change in place, and the first change of a node after a mark
 * keeps an image of it (an undo log, one per mark, called epoch). The image of a file shares its
 * pages with the file, which copies a page before it first writes to it.
 *
 * <p><b>Invariants.</b> The state at mark <i>i</i> is the state now, with the oldest image of each
 * node from the epochs since <i>i</i>. Going back is itself a change and recorded as one, so that
 * every mark stays good, in whatever order they are gone back to. A node that was made after a mark
 * is never looked for in it.
 *
 * <p><b>Cost.</b> Memory: for each mark that someone holds at most the tree at that mark. An epoch
 * whose mark is released or no longer reachable is merged into the one before when the next mark is
 * made. A guest cannot make marks.
 */
final class History {
  private final List<Epoch> epochs = new ArrayList<>();
  private final Map<Epoch, WeakReference<Mark>> marks = new HashMap<>();
  private Epoch current = new Epoch(0);

  History() {
    epochs.add(current);
  }

  Epoch current() {
    return current;
  }

  /** To be called before a node changes. */
  void changing(Node node) {
    if (node.settled != current) {
      node.settled = current;
      current.save(node);
    }
  }

  /** To be called before a name changes what it stands for. */
  void changing(Directory directory, String name, @Nullable Entry before) {
    if (directory.born < current.number()) {
      current.save(directory, name, before);
    }
  }

  /** Begins a new epoch. */
  Mark mark(long bytes, int nodes) {
    current = new Epoch(current.number() + 1);
    epochs.add(current);
    Mark mark = new Mark(this, current.number(), bytes, nodes);
    marks.put(current, new WeakReference<>(mark));
    mergeAbandoned();
    return mark;
  }

  private void mergeAbandoned() {
    List<Epoch> kept = new ArrayList<>();
    for (Epoch epoch : epochs) {
      if (epoch == current || isWanted(epoch)) {
        kept.add(epoch);
      } else {
        marks.remove(epoch);
        if (!kept.isEmpty()) {
          kept.get(kept.size() - 1).absorb(epoch);
        }
      }
    }
    epochs.clear();
    epochs.addAll(kept);
  }

  private boolean isWanted(Epoch epoch) {
    WeakReference<Mark> reference = marks.get(epoch);
    Mark mark = reference == null ? null : reference.get();
    return mark != null && !mark.isReleased();
  }

  /** What changed since a mark, as it was then. */
  record Past(
      Mark mark, Map<Node, Image> images, Map<Directory, Map<String, Optional<Entry>>> entries) {
    /** Returns whether the node was there at the mark. */
    boolean had(Node node) {
      return node.born < mark.number();
    }
  }

  Past since(Mark mark) {
    Map<Node, Image> images = new HashMap<>();
    Map<Directory, Map<String, Optional<Entry>>> entries = new HashMap<>();
    Past past = new Past(mark, images, entries);
    for (Epoch epoch : epochs) {
      if (epoch.number() >= mark.number()) {
        epoch.images().forEach((node, image) -> keep(past, node, image));
        epoch.entries().forEach((directory, names) -> keep(past, directory, names));
      }
    }
    return past;
  }

  private static void keep(Past past, Node node, Image image) {
    if (past.had(node)) {
      past.images().putIfAbsent(node, image);
    }
  }

  private static void keep(Past past, Directory directory, Map<String, Optional<Entry>> names) {
    if (past.had(directory)) {
      Map<String, Optional<Entry>> mine =
          past.entries().computeIfAbsent(directory, each -> new HashMap<>());
      names.forEach(mine::putIfAbsent);
    }
  }

  /** Returns the number of epochs that are kept. */
  int epochs() {
    return epochs.size();
  }
}
