package dev.cloche.policy;

import dev.cloche.module.GuestText;
import dev.cloche.workspace.Access;
import java.nio.file.Path;
import java.util.Objects;

/**
 * A directory or file of the host that shows in the workspace.
 *
 * @param host where it lies on the host; kept absolute and normalised. That it exists is found when
 *     a session opens
 * @param at where guests see it: an absolute path without empty, {@code .} and {@code ..} names
 * @param mode what guests may do with it
 */
public record PolicyMount(Path host, String at, Access mode) {

  private static final int MAX_PATH = 1_024;

  /**
   * Checks the guest's path.
   *
   * @throws IllegalArgumentException if it is not as described
   */
  public PolicyMount {
    host = host.toAbsolutePath().normalize();
    Objects.requireNonNull(mode, "mode");
    requireGuestPath(at);
  }

  private static void requireGuestPath(String at) {
    boolean plain = at.startsWith("/") && at.length() <= MAX_PATH && at.indexOf('\0') < 0;
    if (plain && !at.equals("/")) {
      for (String name : at.substring(1).split("/", -1)) {
        plain &= !name.isEmpty() && !name.equals(".") && !name.equals("..");
      }
    }
    if (!plain) {
      throw new IllegalArgumentException(
          "guest path "
              + GuestText.quote(at)
              + " is not of the form /name/name, of at most 1024 characters");
    }
  }

  /** Tells whether one of the two shows inside the other, or both at the same place. */
  boolean overlaps(PolicyMount other) {
    return isAtOrBelow(at, other.at) || isAtOrBelow(other.at, at);
  }

  /** Tells whether a guest's path is this place or below it. */
  static boolean isAtOrBelow(String path, String place) {
    return place.equals("/") || path.equals(place) || path.startsWith(place + "/");
  }
}
