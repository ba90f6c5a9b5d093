package dev.cloche.audit;

/**
 * One member of a kind of record.
 *
 * @param name its name
 * @param kind what it holds
 * @param optional whether it may be absent
 */
public record AuditField(String name, Kind kind, boolean optional) {

  /** What a member holds. */
  public enum Kind {
    /** A string. */
    TEXT,
    /** A whole number of 64 bits. */
    NUMBER,
    /** True or false. */
    FLAG,
    /** An object of texts, numbers and flags. */
    OBJECT,
    /** An array of such objects. */
    LIST
  }

  static AuditField text(String name) {
    return new AuditField(name, Kind.TEXT, false);
  }

  static AuditField number(String name) {
    return new AuditField(name, Kind.NUMBER, false);
  }

  static AuditField flag(String name) {
    return new AuditField(name, Kind.FLAG, false);
  }

  static AuditField object(String name) {
    return new AuditField(name, Kind.OBJECT, false);
  }

  static AuditField list(String name) {
    return new AuditField(name, Kind.LIST, false);
  }

  AuditField maybe() {
    return new AuditField(name, kind, true);
  }
}
