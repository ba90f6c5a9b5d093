package dev.cloche.workspace.tree;

import dev.cloche.workspace.tree.History.Past;
import java.util.Map;
import java.util.Optional;

/**
 * Makes a volume what it was at a mark: takes away the entries that differ, makes the nodes what
 * they were, and puts the old entries in. All by the ordinary operations, so that it is recorded.
 */
final class GoBack {
  private final Past past;

  GoBack(Past past) {
    this.past = past;
  }

  void run() {
    past.entries()
        .forEach(
            (directory, names) -> names.forEach((name, then) -> takeAway(directory, name, then)));
    past.images().forEach(this::restore);
    past.entries().forEach((directory, names) -> putBack(directory, names));
  }

  private void takeAway(Directory directory, String name, Optional<Entry> then) {
    Entry now = directory.loadedEntry(name);
    if (now != null && now != then.orElse(null)) {
      directory.remove(name);
      scatter(now.node());
    }
  }

  /** A directory that was not there lets go of what it holds: its nodes may have other places. */
  private void scatter(Node node) {
    if (node instanceof Directory directory && !past.had(node)) {
      clear(directory);
    }
  }

  private void clear(Directory directory) {
    for (Entry entry : directory.loadedEntries()) {
      directory.remove(entry.name());
      scatter(entry.node());
    }
  }

  private void restore(Node node, Image image) {
    // What shows through a mount was never an entry that changed; it goes with the mount.
    if (node instanceof Directory directory
        && image instanceof Image.OfDirectory then
        && then.underlay() == null
        && directory.underlay() != null) {
      hide(directory, directory.underlay());
    }
    node.changing();
    node.become(image);
  }

  private static void hide(Directory directory, Underlay underlay) {
    for (String name : underlay.counted()) {
      Entry entry = directory.loadedEntry(name);
      if (entry != null && entry.node().born == Node.BEFORE_ALL) {
        directory.remove(name);
      }
    }
  }

  private static void putBack(Directory directory, Map<String, Optional<Entry>> names) {
    for (Optional<Entry> then : names.values()) {
      if (then.isPresent() && directory.loadedEntry(then.get().name()) == null) {
        directory.put(then.get());
      }
    }
  }
}
