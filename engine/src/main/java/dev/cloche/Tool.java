package dev.cloche;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Objects;

/**
 * A tool: a name and the bytes of one WebAssembly module.
 *
 * <p>Nothing is checked here: bytes that are no acceptable module make a call end in {@link
 * Outcome.Refused}. Two tools with the same bytes share everything that the engine prepares for
 * them. Immutable and thread-safe.
 */
public final class Tool {

  private final String name;
  private final byte[] module;
  private final String digest;

  private Tool(String name, byte[] module) {
    this.name = name;
    this.module = module;
    this.digest = sha256(module);
  }

  /**
   * Returns a tool.
   *
   * @param name how the tool is called in messages and as the guest's {@code argv[0]}; not empty
   * @param module the module's bytes; copied
   */
  public static Tool of(String name, byte[] module) {
    if (name.isEmpty() || name.indexOf('\0') >= 0) {
      throw new IllegalArgumentException("tool name is empty or holds a NUL character");
    }
    return new Tool(name, module.clone());
  }

  /**
   * Reads a tool from a file; its name is the file name without {@code .wasm}.
   *
   * @throws IOException if the file cannot be read
   */
  public static Tool read(Path file) throws IOException {
    String fileName = Objects.requireNonNull(file.getFileName(), "file name").toString();
    String name =
        fileName.endsWith(".wasm") && fileName.length() > 5
            ? fileName.substring(0, fileName.length() - 5)
            : fileName;
    return new Tool(name, Files.readAllBytes(file));
  }

  /** Returns the tool's name. */
  public String name() {
    return name;
  }

  /** Returns the SHA-256 of the module's bytes, in lower-case hexadecimal. */
  public String digest() {
    return digest;
  }

  /** Returns the module's size in bytes. */
  public int size() {
    return module.length;
  }

  /** Returns a copy of the module's bytes. */
  public byte[] bytes() {
    return module.clone();
  }

  @Override
  public String toString() {
    return "Tool[" + name + ", sha256:" + digest + "]";
  }

  private static String sha256(byte[] bytes) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every Java platform has SHA-256", e);
    }
  }
}
