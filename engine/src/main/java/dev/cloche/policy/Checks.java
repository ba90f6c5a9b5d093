package dev.cloche.policy;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.cloche.module.GuestText;
import java.util.regex.Pattern;

/** Checks that several records share; each throws IllegalArgumentException with the message. */
final class Checks {

  /** Made when there is a name to check: most runs have none, and expressions take long to make. */
  private static final class Names {

    /** What credentials and tools may be called. */
    static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,63}");

    static final Pattern VARIABLE = Pattern.compile("[A-Za-z_][A-Za-z0-9_]{0,127}");

    private Names() {}
  }

  private Checks() {}

  /** Requires a name of letters, digits, dot, underscore and hyphen. */
  @CanIgnoreReturnValue
  static String name(String what, String name) {
    if (!Names.NAME.matcher(name).matches()) {
      throw new IllegalArgumentException(
          what
              + " "
              + GuestText.quote(name)
              + " is not 1 to 64 letters, digits, dots, underscores and hyphens, the first a letter"
              + " or digit");
    }
    return name;
  }

  /** Requires a name that every shell takes for a variable. */
  @CanIgnoreReturnValue
  static String variable(String what, String name) {
    if (!Names.VARIABLE.matcher(name).matches()) {
      throw new IllegalArgumentException(
          what
              + " "
              + GuestText.quote(name)
              + " is not 1 to 128 letters, digits and underscores, the first no digit");
    }
    return name;
  }

  static void range(String what, long value, long least, long most) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(
          what + " " + value + " is not between " + least + " and " + most);
    }
  }

  /** Tells whether all characters are printable ASCII or spaces. */
  static boolean isPrintableAscii(String text) {
    return text.chars().allMatch(c -> c >= ' ' && c <= '~');
  }
}
