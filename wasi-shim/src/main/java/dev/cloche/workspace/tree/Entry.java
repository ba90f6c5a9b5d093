package dev.cloche.workspace.tree;

/**
 * A name in a directory: the cookie is its place in the order. Two entries are never equal, so that
 * a node can tell its names apart.
 */
final class Entry {
  private final Directory directory;
  private final long cookie;
  private final String name;
  private final Node node;

  Entry(Directory directory, long cookie, String name, Node node) {
    this.directory = directory;
    this.cookie = cookie;
    this.name = name;
    this.node = node;
  }

  Directory directory() {
    return directory;
  }

  long cookie() {
    return cookie;
  }

  String name() {
    return name;
  }

  Node node() {
    return node;
  }
}
