package dev.cloche.signature;

import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** One block of a PEM text (RFC 7468, strict form), and nothing around it but white space. */
final class Pem {

  private static final Pattern BLOCK =
      Pattern.compile(
          "\\s*-----BEGIN ([A-Z0-9 ]{1,40})-----\\s*([A-Za-z0-9+/=\\s]*)-----END \\1-----\\s*");

  private Pem() {}

  /**
   * Returns the bytes of a text with one block.
   *
   * @throws IllegalArgumentException if it is none, or has another label; the message tells nothing
   *     of what is in it
   */
  static byte[] decode(String text, String label) {
    Matcher block = BLOCK.matcher(text);
    if (!block.matches()) {
      throw new IllegalArgumentException("the file is not one PEM block of a key");
    }
    if (!block.group(1).equals(label)) {
      throw new IllegalArgumentException(
          "the file has a PEM block \"" + block.group(1) + "\"; needed is \"" + label + "\"");
    }
    try {
      return Base64.getDecoder().decode(block.group(2).replaceAll("\\s", ""));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("the PEM block is not base64", e);
    }
  }

  static String encode(byte[] bytes, String label) {
    return "-----BEGIN %s-----\n%s\n-----END %s-----\n"
        .formatted(label, Base64.getEncoder().encodeToString(bytes), label);
  }
}
