package dev.cloche.workspace.tree;

import java.nio.charset.StandardCharsets;

/** A symbolic link. Its target is only text until {@link PathWalk} follows it. */
public final class SymbolicLink extends Node {
  private final String target;

  SymbolicLink(long inode, long now, String target) {
    super(inode, now);
    this.target = target;
  }

  @Override
  public Kind kind() {
    return Kind.SYMBOLIC_LINK;
  }

  String target() {
    return target;
  }

  @Override
  long weight() {
    return target.getBytes(StandardCharsets.UTF_8).length;
  }
}
