package dev.cloche.host;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The version of bubblewrap.
 *
 * @param major the first number
 * @param minor the second number
 */
record BubblewrapVersion(int major, int minor) {
  /** The first that can size file systems and turn off nested user namespaces. */
  private static final BubblewrapVersion LEAST = new BubblewrapVersion(0, 8);

  private static final Pattern TEXT = Pattern.compile("bubblewrap (\\d{1,6})\\.(\\d{1,6}).*");
  private static final int MAX_BYTES = 200;

  /** Asks a program for its version. */
  static BubblewrapVersion of(String path) throws IOException {
    Process process = Spawner.start(List.of(path, "--version"));
    byte[] said = process.getInputStream().readNBytes(MAX_BYTES);
    process.destroyForcibly();
    return parse(new String(said, StandardCharsets.US_ASCII).strip());
  }

  static BubblewrapVersion parse(String text) {
    Matcher numbers = TEXT.matcher(text);
    if (!numbers.matches()) {
      throw new RefusedException(
          NativeRefusal.PROGRAM_UNSAFE,
          "the version of bubblewrap is not understood: " + Text.quote(text));
    }
    return new BubblewrapVersion(
        Integer.parseInt(numbers.group(1)), Integer.parseInt(numbers.group(2)));
  }

  static void require(BubblewrapVersion version) {
    boolean enough =
        version.major > LEAST.major
            || (version.major == LEAST.major && version.minor >= LEAST.minor);
    if (!enough) {
      throw new RefusedException(
          NativeRefusal.PROGRAM_UNSAFE,
          "bubblewrap %s is too old; at least %s is needed".formatted(version, LEAST));
    }
  }

  @Override
  public String toString() {
    return major + "." + minor;
  }
}
