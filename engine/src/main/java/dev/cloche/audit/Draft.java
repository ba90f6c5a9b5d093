package dev.cloche.audit;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What a record will tell, before it has a place in a chain. Holds members of its type alone; all
 * texts are redacted and bounded already. Not thread-safe.
 */
final class Draft {

  private final AuditType type;
  private final String session;
  private final String call;
  private final Map<String, Object> given = new LinkedHashMap<>();

  Draft(AuditType type, String session, String call) {
    this.type = type;
    this.session = session;
    this.call = call;
  }

  /** Returns a record of the log itself. */
  static Draft ofLog(AuditType type) {
    return new Draft(type, "", "");
  }

  @CanIgnoreReturnValue
  Draft put(String name, Object value) {
    given.put(name, value);
    return this;
  }

  Draft putUnlessEmpty(String name, String value) {
    return value.isEmpty() ? this : put(name, value);
  }

  AuditType type() {
    return type;
  }

  String session() {
    return session;
  }

  String call() {
    return call;
  }

  /**
   * Returns the members in the order of the type.
   *
   * @throws IllegalStateException if one is missing, of another kind, or not of this type
   */
  Map<String, Object> fields() {
    Map<String, Object> ordered = new LinkedHashMap<>();
    for (AuditField field : type.fields()) {
      Object value = given.get(field.name());
      if (value != null) {
        requireKind(field, value);
        ordered.put(field.name(), value);
      } else if (!field.optional()) {
        throw new IllegalStateException(type.id() + " lacks " + field.name());
      }
    }
    if (ordered.size() != given.size()) {
      throw new IllegalStateException(type.id() + " has no such members: " + given.keySet());
    }
    return ordered;
  }

  private void requireKind(AuditField field, Object value) {
    Class<?> wanted =
        switch (field.kind()) {
          case TEXT -> String.class;
          case NUMBER -> Long.class;
          case FLAG -> Boolean.class;
          case OBJECT -> Map.class;
          case LIST -> java.util.List.class;
        };
    if (!wanted.isInstance(value)) {
      throw new IllegalStateException(type.id() + "." + field.name() + " is no " + field.kind());
    }
  }
}
