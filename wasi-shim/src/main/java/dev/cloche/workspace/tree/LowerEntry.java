package dev.cloche.workspace.tree;

/** One name in a directory of the host, and what it is. */
public sealed interface LowerEntry {
  /** Returns the name. */
  String name();

  /** A regular file. */
  record File(String name, LowerFile file) implements LowerEntry {}

  /** A directory. */
  record Folder(String name, LowerDirectory directory) implements LowerEntry {}

  /** A symbolic link; an absolute target is never followed. */
  record Link(String name, String target) implements LowerEntry {}
}
