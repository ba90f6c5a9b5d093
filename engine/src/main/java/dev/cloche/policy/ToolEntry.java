package dev.cloche.policy;

import dev.cloche.module.GuestText;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A tool that may be called: by name, by the digest of its module, or by both.
 *
 * @param name the tool's name; whoever loads the tool chooses it, so a name alone says little of
 *     the module
 * @param digest SHA-256 of the module, in lower-case hexadecimal
 */
public record ToolEntry(Optional<String> name, Optional<String> digest)
    implements Comparable<ToolEntry> {

  private static final String SHA256 = "sha256:";
  private static final Pattern DIGEST = Pattern.compile("[0-9a-f]{64}");

  /**
   * Checks both.
   *
   * @throws IllegalArgumentException if there is neither, or one is malformed
   */
  public ToolEntry {
    name.ifPresent(text -> Checks.name("tool", text));
    digest.ifPresent(ToolEntry::requireDigest);
    if (name.isEmpty() && digest.isEmpty()) {
      throw new IllegalArgumentException("a tool needs a name or a digest");
    }
  }

  static void requireDigest(String text) {
    if (!DIGEST.matcher(text).matches()) {
      throw new IllegalArgumentException(
          "digest " + GuestText.quote(text) + " is not 64 lower-case hexadecimal digits");
    }
  }

  /**
   * Reads {@code NAME}, {@code sha256:DIGEST} or {@code NAME@sha256:DIGEST}.
   *
   * @throws IllegalArgumentException if it is none of them
   */
  public static ToolEntry parse(String text) {
    if (text.startsWith(SHA256)) {
      return new ToolEntry(Optional.empty(), Optional.of(text.substring(SHA256.length())));
    }
    int at = text.indexOf("@" + SHA256);
    return at < 0
        ? new ToolEntry(Optional.of(text), Optional.empty())
        : new ToolEntry(
            Optional.of(text.substring(0, at)),
            Optional.of(text.substring(at + 1 + SHA256.length())));
  }

  /** Tells whether a tool is meant. */
  public boolean matches(String toolName, String toolDigest) {
    return name.map(toolName::equals).orElse(true) && digest.map(toolDigest::equals).orElse(true);
  }

  /** Returns what is meant by both, or empty if nothing can be. */
  Optional<ToolEntry> and(ToolEntry other) {
    boolean apart = differ(name, other.name) || differ(digest, other.digest);
    return apart
        ? Optional.empty()
        : Optional.of(new ToolEntry(name.or(other::name), digest.or(other::digest)));
  }

  /** Tells whether all that {@code other} means is meant by this too. */
  boolean covers(ToolEntry other) {
    return and(other).filter(other::equals).isPresent();
  }

  private static boolean differ(Optional<String> a, Optional<String> b) {
    return a.isPresent() && b.isPresent() && !a.equals(b);
  }

  @Override
  public int compareTo(ToolEntry other) {
    return toString().compareTo(other.toString());
  }

  /** Returns what {@link #parse} reads. */
  @Override
  public String toString() {
    String text = name.orElse("");
    return digest
        .map(hex -> text.isEmpty() ? SHA256 + hex : text + "@" + SHA256 + hex)
        .orElse(text);
  }
}
