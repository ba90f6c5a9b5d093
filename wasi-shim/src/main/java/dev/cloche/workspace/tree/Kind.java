package dev.cloche.workspace.tree;

/** The kinds of nodes. */
public enum Kind {
  /** A directory. */
  DIRECTORY,
  /** A regular file. */
  REGULAR_FILE,
  /** A symbolic link. */
  SYMBOLIC_LINK
}
