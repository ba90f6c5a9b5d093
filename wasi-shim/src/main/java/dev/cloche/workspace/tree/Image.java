package dev.cloche.workspace.tree;

import org.jspecify.annotations.Nullable;

/**
 * What a node was like: all that {@link Node#become} needs to make it so again. Entries are not
 * part of it; {@link Epoch} keeps the ones that changed.
 */
sealed interface Image {
  /** Returns what every node has. */
  Attributes attributes();

  /** Times and marks. */
  record Attributes(long accessed, long modified, long changed, boolean sealed, boolean pinned) {}

  /** A symbolic link: its target never changes. */
  record OfLink(Attributes attributes) implements Image {}

  /** A directory, and what of the host shows through it. */
  record OfDirectory(Attributes attributes, @Nullable Underlay underlay) implements Image {}

  /** A file, its bytes, and where on the host they lie instead. */
  record OfFile(Attributes attributes, Content.Pages content, @Nullable LowerFile lower)
      implements Image {
    /** Returns the size in bytes. */
    long size() {
      return lower == null ? content.size() : lower.size();
    }
  }
}
