package dev.cloche.cli.store;

import java.util.Optional;

/**
 * A tool as it was stored: digests are checked, the bytes are not looked into.
 *
 * @param name what the tool is called
 * @param extension of its file, without the dot; {@code wasm} for a module
 * @param content the module or script
 * @param signature what lies beside a script
 */
public record StoredTool(
    String name, String extension, Content content, Optional<Content> signature) {

  /** Bytes, which nobody changes. */
  public static final class Content {
    private final byte[] bytes;

    /** Takes the bytes over. */
    public Content(byte[] bytes) {
      this.bytes = bytes;
    }

    /** Returns the bytes themselves. */
    public byte[] bytes() {
      return bytes;
    }
  }

  /** The extension of a module's file. */
  public static final String WASM = "wasm";

  /** 256 MiB: far above what the engine accepts, and still no danger to the heap. */
  public static final long MAX_BYTES = 256L << 20;

  /** 64 KiB. */
  public static final long MAX_SIGNATURE_BYTES = 64L << 10;

  /** Returns a module. */
  public static StoredTool module(String name, byte[] bytes) {
    return new StoredTool(name, WASM, new Content(bytes), Optional.empty());
  }
}
