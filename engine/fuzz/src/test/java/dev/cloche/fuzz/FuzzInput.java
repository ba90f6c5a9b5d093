package dev.cloche.fuzz;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/**
 * Reads choices from bytes: from the front, one byte a small choice, so that a change of one byte
 * changes one choice. Behind the end all is zero. Used by one thread.
 */
public final class FuzzInput {
  private final byte[] bytes;
  private int at;

  /** Reads these bytes. */
  public FuzzInput(byte[] bytes) {
    this.bytes = bytes.clone();
  }

  /** Returns whether all was read. */
  public boolean isEmpty() {
    return at >= bytes.length;
  }

  /** Returns a number from 0 to 255. */
  public int octet() {
    return isEmpty() ? 0 : bytes[at++] & 0xff;
  }

  /** Returns a number from 0 to {@code bound} - 1, of one byte, or of two if there are more. */
  public int below(int bound) {
    return (bound > 256 ? octet() << 8 | octet() : octet()) % bound;
  }

  /** Returns one of two answers. */
  public boolean yes() {
    return (octet() & 1) == 1;
  }

  /** Returns any number, of eight bytes. */
  public long number() {
    long number = 0;
    for (int i = 0; i < Long.BYTES; i++) {
      number = number << 8 | octet();
    }
    return number;
  }

  /** Returns one of these. */
  public <T> T of(List<T> choices) {
    return choices.get(below(choices.size()));
  }

  /** Returns the next bytes, of which the first tells how many. */
  public byte[] some() {
    return take(octet());
  }

  /** Returns at most so many of the next bytes. */
  public byte[] take(int length) {
    int end = Math.min(bytes.length, at + length);
    byte[] piece = Arrays.copyOfRange(bytes, Math.min(at, end), end);
    at = end;
    return piece;
  }

  /** Returns all that is left. */
  public byte[] rest() {
    return take(bytes.length - Math.min(at, bytes.length));
  }

  /** Returns the next bytes as UTF-8, of which the first tells how many. */
  public String text() {
    return new String(some(), StandardCharsets.UTF_8);
  }

  /** Returns all that is left as UTF-8. */
  public String restText() {
    return new String(rest(), StandardCharsets.UTF_8);
  }
}
