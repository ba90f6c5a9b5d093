package dev.cloche.egress;

import java.util.Arrays;

/**
 * The letters that secrets are compared in. Several bytes are one symbol, so that one pattern finds
 * several forms:
 *
 * <ul>
 *   <li>letters of either case: hex, percent triplets and what a server changed the case of;
 *   <li>{@code -} and {@code +}, {@code _} and {@code /}: both alphabets of base64;
 *   <li>white space and NUL are none at all: wrapped lines, and ASCII in UTF-16.
 * </ul>
 */
final class SecretSymbols {
  /** What a byte that is no symbol folds to. */
  static final int NONE = -1;

  private static final int[] FOLDED = folded();

  private SecretSymbols() {}

  /** Returns the symbol of a byte of 0 to 255, or {@link #NONE}. */
  static int fold(int value) {
    return FOLDED[value];
  }

  /** Returns the symbols of all bytes that have one. */
  static byte[] fold(byte[] bytes) {
    byte[] symbols = new byte[bytes.length];
    int length = 0;
    for (byte b : bytes) {
      int symbol = FOLDED[b & 0xff];
      if (symbol != NONE) {
        symbols[length++] = (byte) symbol;
      }
    }
    return Arrays.copyOf(symbols, length);
  }

  private static int[] folded() {
    int[] table = new int[256];
    for (int b = 0; b < table.length; b++) {
      table[b] = b >= 'A' && b <= 'Z' ? b + ('a' - 'A') : b;
    }
    table['-'] = '+';
    table['_'] = '/';
    for (int none : new int[] {0, '\t', '\n', 0x0b, '\f', '\r', ' '}) {
      table[none] = NONE;
    }
    return table;
  }
}
