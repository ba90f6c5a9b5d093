package dev.cloche.egress;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;

/**
 * The forms of one secret that are found as they stand, in {@link SecretSymbols}. What only writes
 * single characters in another way, as JSON, HTML and URLs do, is undone by {@link Escape}s.
 *
 * <p>Base64 of a longer text that holds the secret depends on how many bytes stand before it,
 * modulo 3, and its first and last character on the neighbours too. So the characters that hold
 * bits of the secret alone are looked for, once for each of the three; at most 4 bits stay at
 * either end. RFC 4648, section 4.
 */
final class SecretForms {
  private final List<byte[]> forms = new ArrayList<>();

  private SecretForms() {}

  /** Returns the patterns for a secret in UTF-8; none is shorter than the least allowed secret. */
  static List<byte[]> of(byte[] secret) {
    SecretForms all = new SecretForms();
    String text = new String(secret, StandardCharsets.UTF_8);
    all.add(secret);
    all.add(new StringBuilder(text).reverse().toString().getBytes(StandardCharsets.UTF_8));
    all.addBothWays(hex(secret));
    all.addBase64(secret);
    all.addBase64(text.getBytes(StandardCharsets.UTF_16LE));
    if (text.length() != secret.length) {
      all.add(text.getBytes(StandardCharsets.UTF_16LE));
      all.add(text.getBytes(StandardCharsets.UTF_16BE));
    }
    return all.forms;
  }

  private void addBase64(byte[] bytes) {
    addBothWays(Base64.getEncoder().encodeToString(bytes));
    addBothWays(Base64.getEncoder().withoutPadding().encodeToString(bytes));
    for (int before = 0; before < 3; before++) {
      byte[] shifted = new byte[before + bytes.length];
      System.arraycopy(bytes, 0, shifted, before, bytes.length);
      String encoded = Base64.getEncoder().withoutPadding().encodeToString(shifted);
      addBothWays(encoded.substring((before * 8 + 5) / 6, shifted.length * 8 / 6));
    }
  }

  private void addBothWays(String ascii) {
    add(ascii.getBytes(StandardCharsets.US_ASCII));
    add(new StringBuilder(ascii).reverse().toString().getBytes(StandardCharsets.US_ASCII));
  }

  private void add(byte[] form) {
    byte[] symbols = SecretSymbols.fold(form);
    if (symbols.length >= Scrubber.MIN_SECRET_BYTES) {
      forms.add(symbols);
    }
  }

  private static String hex(byte[] bytes) {
    StringBuilder hex = new StringBuilder();
    for (byte b : bytes) {
      hex.append(String.format(Locale.ROOT, "%02x", b & 0xff));
    }
    return hex.toString();
  }
}
