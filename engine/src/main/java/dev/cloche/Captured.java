package dev.cloche;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;

/**
 * Bytes that a guest wrote to one of its streams. Immutable and thread-safe.
 *
 * <p>They are a guest's words: a caller that prints them to a terminal or a log decides what to do
 * with control characters.
 */
public final class Captured {

  /** Nothing written. */
  public static final Captured EMPTY = new Captured(new byte[0]);

  private final byte[] bytes;

  private Captured(byte[] bytes) {
    this.bytes = bytes;
  }

  /** Returns a value that holds a copy of {@code bytes}. */
  public static Captured of(byte[] bytes) {
    return bytes.length == 0 ? EMPTY : new Captured(bytes.clone());
  }

  /** Returns a copy of the bytes. */
  public byte[] bytes() {
    return bytes.clone();
  }

  /** Returns the number of bytes. */
  public int size() {
    return bytes.length;
  }

  /** Returns the bytes as UTF-8 text; what is not UTF-8 becomes U+FFFD. */
  public String text() {
    return new String(bytes, StandardCharsets.UTF_8);
  }

  /** Returns the bytes as text where all of them are well-formed UTF-8. */
  public Optional<String> utf8() {
    try {
      return Optional.of(
          StandardCharsets.UTF_8
              .newDecoder()
              .onMalformedInput(CodingErrorAction.REPORT)
              .decode(ByteBuffer.wrap(bytes))
              .toString());
    } catch (CharacterCodingException notText) {
      return Optional.empty();
    }
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Captured that && Arrays.equals(bytes, that.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }

  /** Returns the size only: what a guest wrote does not belong in a log by accident. */
  @Override
  public String toString() {
    return "Captured[" + bytes.length + " bytes]";
  }
}
