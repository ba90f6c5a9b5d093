package dev.cloche.audit;

import dev.cloche.egress.Scrubber;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Makes what others wrote fit for a record: takes known secrets out, then bounds the length. In
 * this order, so that no cut leaves a part of a secret that is no longer found. Thread-safe.
 *
 * <p>Lengths are those of the escaped form, so that a record of hostile texts is no longer than one
 * of plain texts.
 */
final class Redactor {

  static final String REDACTED = "[redacted]";

  /** Bytes of one text in its escaped form. */
  static final int MAX_TEXT = 2048;

  /** Bytes of one id, name, rule or digest in its escaped form. */
  static final int MAX_NAME = 512;

  /** Arguments of one call that are shown. */
  static final int MAX_ARGUMENTS = 64;

  private static final int MAX_ARGUMENT = 512;
  private static final int MAX_ARGUMENT_NAME = 128;

  private final Supplier<Scrubber> secrets;

  Redactor(Supplier<Scrubber> secrets) {
    this.secrets = secrets;
  }

  /** Returns a text without secrets, cut. */
  String text(String text) {
    return cut(clean(text), MAX_TEXT);
  }

  /** Returns an id or name without secrets, cut. */
  String name(String text) {
    return cut(clean(text), MAX_NAME);
  }

  /** Returns a URL without secrets, query, fragment and user information, cut. */
  String url(String url) {
    Scrubber scrubber = secrets.get();
    return cut(scrubber.scrub(RedactedUrl.of(scrubber.scrub(url))), MAX_TEXT);
  }

  /** Returns the arguments that are shown, each an object. */
  List<Map<String, Object>> arguments(List<AuditArgument> arguments) {
    List<Map<String, Object>> shown = new ArrayList<>();
    for (AuditArgument argument : first(arguments)) {
      shown.add(argument(argument));
    }
    return shown;
  }

  /** Returns the digest of the arguments that are not shown; empty if all are. */
  String digestOfRest(List<AuditArgument> arguments) {
    if (arguments.size() <= MAX_ARGUMENTS) {
      return "";
    }
    MessageDigest rest = Seal.sha256();
    for (AuditArgument argument : arguments.subList(MAX_ARGUMENTS, arguments.size())) {
      rest.update(
          (CanonicalJson.write(whole(argument)) + '\n').getBytes(StandardCharsets.US_ASCII));
    }
    return HexFormat.of().formatHex(rest.digest());
  }

  private static List<AuditArgument> first(List<AuditArgument> arguments) {
    return arguments.subList(0, Math.min(arguments.size(), MAX_ARGUMENTS));
  }

  private Map<String, Object> argument(AuditArgument argument) {
    Map<String, Object> whole = whole(argument);
    String value = AuditRecord.text(whole, "value");
    String shown = cut(value, MAX_ARGUMENT);
    if (!shown.equals(value)) {
      whole.put("value", shown);
      whole.put("bytes", (long) value.getBytes(StandardCharsets.UTF_8).length);
      whole.put("sha256", Seal.sha256Hex(value));
    }
    return whole;
  }

  private Map<String, Object> whole(AuditArgument argument) {
    Map<String, Object> whole = new LinkedHashMap<>();
    if (!argument.name().isEmpty()) {
      whole.put("name", cut(clean(argument.name()), MAX_ARGUMENT_NAME));
    }
    whole.put("value", argument.secret() ? REDACTED : clean(argument.value()));
    return whole;
  }

  /** Twice over: a URL that is cut may join what was apart. */
  private String clean(String text) {
    Scrubber scrubber = secrets.get();
    return scrubber.scrub(RedactedUrl.within(scrubber.scrub(text)));
  }

  /** Cuts between characters, and says how much is gone. */
  static String cut(String text, int most) {
    int length = 0;
    int i = 0;
    int room = most - "...[+2147483647]".length();
    int keep = 0;
    while (i < text.length()) {
      int c = text.codePointAt(i);
      length += CanonicalJson.escapedLength(c);
      if (length > most) {
        return text.substring(0, keep) + "...[+" + (text.length() - keep) + "]";
      }
      i += Character.charCount(c);
      if (length <= room) {
        keep = i;
      }
    }
    return text;
  }
}
