package dev.cloche.policy;

import dev.cloche.module.GuestText;
import java.util.Objects;
import java.util.Optional;

/**
 * The value of a variable that guests see.
 *
 * <p>A value that came from the host's environment is in no text, digest or document made of the
 * policy: only the name of the host's variable is.
 *
 * @param value what guests see; no NUL, at most {@value #MAX_LENGTH} characters
 * @param source the variable of the host that it was read from, when the policy was loaded; empty
 *     for a literal
 */
public record EnvironmentVariable(String value, Optional<String> source) {

  /** 32 Ki characters: more than any sensible variable, and the size of an argument on Windows. */
  public static final int MAX_LENGTH = 32_768;

  /**
   * Checks both.
   *
   * @throws IllegalArgumentException if one is not as described; never tells the value
   */
  public EnvironmentVariable {
    Objects.requireNonNull(source, "source");
    if (value.indexOf('\0') >= 0 || value.length() > MAX_LENGTH) {
      throw new IllegalArgumentException(
          "the value holds a NUL character or more than " + MAX_LENGTH + " characters");
    }
    source.ifPresent(name -> Checks.variable("variable of the host", name));
  }

  /** Returns a variable that says what the policy says. */
  public static EnvironmentVariable literal(String value) {
    return new EnvironmentVariable(value, Optional.empty());
  }

  /** Returns a variable whose value was read from the host's. */
  public static EnvironmentVariable read(String source, String value) {
    return new EnvironmentVariable(value, Optional.of(source));
  }

  /** Returns the literal, or where the value is from. */
  @Override
  public String toString() {
    return source.map(name -> "env: " + name).orElseGet(() -> GuestText.quote(value));
  }
}
