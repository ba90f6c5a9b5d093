package dev.cloche.workspace.tree;

import org.jspecify.annotations.Nullable;

/**
 * A regular file.
 *
 * <p>Its bytes are its content, or, for a file of a mount that nobody wrote to, those of the host.
 * {@link CopyUp} turns the second into the first.
 */
public final class RegularFile extends Node {
  private final Content content = new Content();
  private @Nullable LowerFile lower;

  RegularFile(Volume volume, long now) {
    super(volume, now, false);
  }

  /** Creates a file that a mount shows. */
  RegularFile(Volume volume, long now, LowerFile lower, boolean loaded) {
    super(volume, now, loaded);
    this.lower = lower;
  }

  @Override
  public Kind kind() {
    return Kind.REGULAR_FILE;
  }

  /** Returns the bytes in memory; to change them, use {@link #changeableContent}. */
  Content content() {
    return content;
  }

  Content changeableContent() {
    changing();
    return content;
  }

  /** Returns the file of the host that holds the bytes; null if they are in memory. */
  @Nullable LowerFile lower() {
    return lower;
  }

  /** Lets go of the host's bytes: from now on these count. */
  void detach(byte[][] pages, long size) {
    changing();
    content.adopt(pages, size);
    lower = null;
  }

  /** Makes the host's file, which now holds the same bytes, the one that counts. */
  void attach(LowerFile same) {
    changing();
    content.resize(0);
    lower = same;
  }

  @Override
  long weight() {
    return content.size();
  }

  @Override
  long size() {
    return lower == null ? content.size() : lower.size();
  }

  int read(long offset, byte[] into, int at, int length) throws Fault {
    return lower == null
        ? content.read(offset, into, at, length)
        : lower.read(offset, into, at, length);
  }

  @Override
  Image image() {
    return new Image.OfFile(attributes(), content.freeze(), lower);
  }

  @Override
  void become(Image image) {
    become(image.attributes());
    if (image instanceof Image.OfFile file) {
      content.become(file.content());
      lower = file.lower();
    }
  }
}
