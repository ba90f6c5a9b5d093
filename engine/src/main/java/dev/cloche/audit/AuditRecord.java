package dev.cloche.audit;

import java.io.IOException;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One record as it stands in a log. Immutable; whether it is genuine is for {@link AuditVerifier}
 * to say.
 *
 * @param seq its number in the chain, from 0
 * @param time when it was made, RFC 3339 in UTC with milliseconds
 * @param type the id of its {@link AuditType}; of a later version it may be an unknown one
 * @param session the session's id; empty for records of the log itself
 * @param call the call's id; empty for records of no call
 * @param fields its own members, in order: {@code String}, {@code Long}, {@code Boolean}, {@code
 *     List} and {@code Map} of these
 * @param prev the digest of the record before; empty for the first
 * @param digest its own
 */
public record AuditRecord(
    long seq,
    String time,
    String type,
    String session,
    String call,
    Map<String, Object> fields,
    String prev,
    String digest) {

  /** No line is longer, its line feed included. */
  public static final int MAX_LINE_BYTES = 64 << 10;

  public AuditRecord {
    fields = Collections.unmodifiableMap(new LinkedHashMap<>(fields));
  }

  /**
   * Returns the record of a line that a log gave to its {@link AuditSink}; whether it is genuine is
   * not checked.
   *
   * @param line with or without its line feed
   * @throws IOException if it is no record
   */
  public static AuditRecord parse(byte[] line) throws IOException {
    boolean ended = line.length > 0 && line[line.length - 1] == '\n';
    return RecordParser.parse(ended ? Arrays.copyOf(line, line.length - 1) : line);
  }

  /** Returns a member that is a text, or an empty text. */
  public String text(String name) {
    return text(fields, name);
  }

  /** Returns a member that is a number, if there is one. */
  public Optional<Long> number(String name) {
    return number(fields, name);
  }

  /** Returns whether a member is there and true. */
  public boolean flag(String name) {
    return Boolean.TRUE.equals(fields.get(name));
  }

  /** Returns a member that is an object, or an empty one. */
  public Map<String, Object> object(String name) {
    return asObject(fields.get(name));
  }

  /** Returns a member that is an array of objects, or an empty one; other elements are left out. */
  public List<Map<String, Object>> list(String name) {
    if (fields.get(name) instanceof List<?> list) {
      return list.stream().filter(Map.class::isInstance).map(AuditRecord::asObject).toList();
    }
    return List.of();
  }

  /**
   * Returns a text of an object that {@link #object} or {@link #list} returned, or an empty one.
   */
  public static String text(Map<String, Object> object, String name) {
    return object.get(name) instanceof String text ? text : "";
  }

  /** Returns a number of such an object, if there is one. */
  public static Optional<Long> number(Map<String, Object> object, String name) {
    return object.get(name) instanceof Long number ? Optional.of(number) : Optional.empty();
  }

  private static Map<String, Object> asObject(@org.jspecify.annotations.Nullable Object value) {
    if (!(value instanceof Map<?, ?> map)) {
      return Map.of();
    }
    Map<String, Object> object = new LinkedHashMap<>();
    map.forEach((name, member) -> object.put(String.valueOf(name), member));
    return Collections.unmodifiableMap(object);
  }
}
