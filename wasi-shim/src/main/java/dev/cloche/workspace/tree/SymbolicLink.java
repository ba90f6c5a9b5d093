package dev.cloche.workspace.tree;

import java.nio.charset.StandardCharsets;

/** A symbolic link. Its target is only text until {@link PathWalk} follows it. */
public final class SymbolicLink extends Node {
  private final String target;
  private final long weight;
  private final long size;

  SymbolicLink(Volume volume, long now, String target) {
    this(volume, now, target, false);
  }

  /** Creates a link; one that was loaded from the host is counted with the directory it is in. */
  SymbolicLink(Volume volume, long now, String target, boolean loaded) {
    super(volume, now, loaded);
    this.target = target;
    this.size = target.getBytes(StandardCharsets.UTF_8).length;
    this.weight = loaded ? 0 : size;
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
    return weight;
  }

  @Override
  long size() {
    return size;
  }

  @Override
  Image image() {
    return new Image.OfLink(attributes());
  }

  @Override
  void become(Image image) {
    become(image.attributes());
  }
}
