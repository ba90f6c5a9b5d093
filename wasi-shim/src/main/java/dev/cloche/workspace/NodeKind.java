package dev.cloche.workspace;

import dev.cloche.workspace.tree.Kind;

/** What there can be in a workspace. */
public enum NodeKind {
  /** A regular file. */
  FILE,
  /** A directory. */
  DIRECTORY,
  /** A symbolic link. */
  LINK;

  static NodeKind of(Kind kind) {
    return switch (kind) {
      case REGULAR_FILE -> FILE;
      case DIRECTORY -> DIRECTORY;
      case SYMBOLIC_LINK -> LINK;
    };
  }
}
