package dev.cloche.wasi;

import dev.cloche.workspace.Workspace;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/**
 * One more directory that a guest is given at its start: the root of a workspace of its own, beside
 * the one that shows as {@code /}.
 *
 * <p>The two are as two file systems: no path leads from one into the other, be it by {@code ..} or
 * by a link, nothing is renamed or linked across ({@code EXDEV}), and neither lists the other. When
 * the workspace is closed, what the guest has open in it answers {@code EBADF} from then on.
 *
 * @param at where the guest sees it: an absolute path without empty, {@code .} and {@code ..}
 *     names, not {@code /}; at most 1,024 bytes in UTF-8
 * @param files what is in it
 * @param unchanged whether the guest may read it and change nothing
 */
public record Preopen(String at, Workspace files, boolean unchanged) {
  private static final int MAX_PATH_BYTES = 1_024;

  /**
   * Checks the path.
   *
   * @throws IllegalArgumentException if it is not as described
   */
  public Preopen {
    Objects.requireNonNull(files, "files");
    if (!isPlain(at)) {
      throw new IllegalArgumentException(
          "guest path of a preopen is not of the form /name/name, of at most 1024 bytes");
    }
  }

  /** Tells whether a guest's path is of the form that {@link #at} has. */
  public static boolean isPlain(String at) {
    if (!at.startsWith("/")
        || at.indexOf('\0') >= 0
        || !StandardCharsets.UTF_8.newEncoder().canEncode(at)
        || at.getBytes(StandardCharsets.UTF_8).length > MAX_PATH_BYTES) {
      return false;
    }
    for (String name : at.substring(1).split("/", -1)) {
      if (name.isEmpty() || name.equals(".") || name.equals("..")) {
        return false;
      }
    }
    return true;
  }

  /** Tells whether one of the two is inside the other, or both are at the same place. */
  public boolean overlaps(Preopen other) {
    return (at + "/").startsWith(other.at + "/") || (other.at + "/").startsWith(at + "/");
  }
}
