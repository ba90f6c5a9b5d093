package dev.cloche.testkit;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * A secret that is planted where a guest must not read it, and looked for in all that comes out.
 *
 * <p>It is found as it is and in the forms of {@link EncodedForms}; in base64 of a longer text at
 * each of its three positions; whatever the case of hex digits. What a guest makes of it with a
 * cipher of its own is not found: of that an oracle over output cannot tell. Immutable.
 *
 * @param secret its text
 */
public record Canary(String secret) {
  private static final int LEAST = 8;

  /**
   * Checks that no text holds it by chance.
   *
   * @throws IllegalArgumentException if it is shorter than 8 characters
   */
  public Canary {
    if (secret.length() < LEAST) {
      throw new IllegalArgumentException("canary of " + secret.length() + " characters is below 8");
    }
  }

  /** Returns a canary that no other test has. */
  public static Canary random() {
    return new Canary("canary-" + UUID.randomUUID());
  }

  /** Returns the name of a form in which the bytes hold the secret; empty if they do not. */
  public Optional<String> foundIn(byte[] bytes) {
    for (Map.Entry<String, byte[]> form : EncodedForms.of(secret).entrySet()) {
      if (contains(bytes, form.getValue())) {
        return Optional.of(form.getKey());
      }
    }
    for (String before : new String[] {"", "x", "xx"}) {
      byte[] stable =
          EncodedForms.stablePart(before, secret, "xx").getBytes(StandardCharsets.US_ASCII);
      if (contains(bytes, stable)) {
        return Optional.of("base64 behind " + before.length() + " bytes");
      }
    }
    return Optional.empty();
  }

  /** Returns the name of a form in which the text holds the secret; empty if it does not. */
  public Optional<String> foundIn(String text) {
    return foundIn(text.getBytes(StandardCharsets.UTF_8));
  }

  /**
   * Fails if the bytes hold the secret.
   *
   * @param where what they are, for the message
   */
  public void assertUnseen(String where, byte[] bytes) {
    foundIn(bytes)
        .ifPresent(
            form -> {
              throw new AssertionError("the canary is in " + where + ", form: " + form);
            });
  }

  /**
   * Fails if the text holds the secret.
   *
   * @param where what it is, for the message
   */
  public void assertUnseen(String where, String text) {
    assertUnseen(where, text.getBytes(StandardCharsets.UTF_8));
  }

  private static boolean contains(byte[] text, byte[] part) {
    for (int at = 0; at + part.length <= text.length; at++) {
      int same = 0;
      while (same < part.length && text[at + same] == part[same]) {
        same++;
      }
      if (same == part.length) {
        return true;
      }
    }
    return false;
  }
}
