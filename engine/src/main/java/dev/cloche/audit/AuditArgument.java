package dev.cloche.audit;

import java.util.Objects;

/**
 * One argument of a call, as it is recorded. {@code toString} does not tell the value.
 *
 * @param name the member of a tool's input; empty for an argument by position
 * @param value the value as text, or as JSON where it is none; recorded without known secrets and
 *     cut
 * @param secret whether the tool's schema marks it secret: then nothing of the value is recorded,
 *     not even its length
 */
public record AuditArgument(String name, String value, boolean secret) {

  public AuditArgument {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(value, "value");
  }

  /** Returns an argument by position. */
  public static AuditArgument of(String value) {
    return new AuditArgument("", value, false);
  }

  @Override
  public String toString() {
    return "AuditArgument[" + name + "]";
  }
}
