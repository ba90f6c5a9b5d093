package dev.cloche.policy;

import dev.cloche.module.GuestText;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * Which module a name has to mean.
 *
 * @param digests SHA-256 in lower-case hexadecimal by the tool's name, in alphabetical order; empty
 *     where no tool of that name may be called, as where two policies pin it differently
 */
public record ToolPins(Map<String, Optional<String>> digests) {

  /** No tool is pinned. */
  public static final ToolPins NONE = new ToolPins(Map.of());

  /** What stands for no digest in a document. */
  static final String NOTHING = "none";

  private static final Pattern DIGEST = Pattern.compile("sha256:[0-9a-f]{64}");

  /**
   * Checks and sorts them.
   *
   * @throws IllegalArgumentException if a name or a digest is malformed
   */
  public ToolPins {
    Map<String, Optional<String>> sorted = new TreeMap<>(digests);
    sorted.forEach(
        (name, digest) -> {
          Checks.name("tool", name);
          digest.ifPresent(ToolEntry::requireDigest);
        });
    digests = Collections.unmodifiableMap(sorted);
  }

  /**
   * Reads the digest of a pin.
   *
   * @throws IllegalArgumentException if it is neither {@code sha256:DIGEST} nor {@code none}
   */
  static Optional<String> parse(String text) {
    if (text.equals(NOTHING)) {
      return Optional.empty();
    }
    if (!DIGEST.matcher(text).matches()) {
      throw new IllegalArgumentException(
          "pin "
              + GuestText.quote(text)
              + " is not sha256: and 64 lower-case hexadecimal digits, or none");
    }
    return Optional.of(text.substring("sha256:".length()));
  }

  /** Returns a pin as {@link #parse} reads it. */
  static String format(Optional<String> digest) {
    return digest.map("sha256:"::concat).orElse(NOTHING);
  }

  /** Tells whether a tool of that name and digest is one that is meant. */
  boolean permit(String name, String digest) {
    Optional<String> pinned = digests.get(name);
    return pinned == null || pinned.filter(digest::equals).isPresent();
  }

  /** Returns what both permit. */
  ToolPins and(ToolPins other) {
    Map<String, Optional<String>> both = new TreeMap<>(digests);
    other.digests.forEach(
        (name, digest) ->
            both.merge(name, digest, (a, b) -> a.equals(b) ? a : Optional.<String>empty()));
    return new ToolPins(both);
  }
}
