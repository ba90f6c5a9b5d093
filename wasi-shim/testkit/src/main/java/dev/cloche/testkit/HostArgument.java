package dev.cloche.testkit;

/**
 * What a generated plugin passes to a function of the host.
 *
 * @param kind what it is
 * @param bits a number's bits; for a block, how far from its start the pointer is
 * @param content the block's bytes
 */
public record HostArgument(Kind kind, long bits, Poke content) {

  /** Kinds of arguments; all but numbers are for parameters of 64 bits. */
  public enum Kind {
    /** A number by its bits, for any type. */
    NUMBER,
    /** A block that the plugin has made, or a pointer beside its start. */
    BLOCK,
    /** A block that it has made and freed again. */
    FREED,
    /** The last result of 64 bits. */
    LAST
  }

  private static final Poke EMPTY = new Poke(0, "");

  static HostArgument number(long bits) {
    return new HostArgument(Kind.NUMBER, bits, EMPTY);
  }

  static HostArgument block(byte[] content, long shift) {
    return new HostArgument(Kind.BLOCK, shift, Poke.bytes(0, content));
  }

  static HostArgument freed(byte[] content) {
    return new HostArgument(Kind.FREED, 0, Poke.bytes(0, content));
  }

  static HostArgument last() {
    return new HostArgument(Kind.LAST, 0, EMPTY);
  }

  /** Whether it is a block that a function may read, and must leave as it is. */
  boolean isWhole() {
    return kind == Kind.BLOCK && bits == 0 && content.length() > 0;
  }

  @Override
  public String toString() {
    String block = "\"" + Shown.bytes(content.bytes()) + "\"";
    return switch (kind) {
      case NUMBER -> Long.toString(bits);
      case BLOCK -> bits == 0 ? block : block + (bits > 0 ? "+" : "") + bits;
      case FREED -> "freed " + block;
      case LAST -> "the last result";
    };
  }
}
