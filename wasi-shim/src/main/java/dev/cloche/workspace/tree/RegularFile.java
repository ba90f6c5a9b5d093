package dev.cloche.workspace.tree;

/** A regular file. */
public final class RegularFile extends Node {
  private final Content content = new Content();

  RegularFile(long inode, long now) {
    super(inode, now);
  }

  @Override
  public Kind kind() {
    return Kind.REGULAR_FILE;
  }

  Content content() {
    return content;
  }

  @Override
  long weight() {
    return content.size();
  }
}
