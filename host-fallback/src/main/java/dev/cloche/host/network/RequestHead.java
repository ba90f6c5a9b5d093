package dev.cloche.host.network;

import dev.cloche.egress.Header;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The head of one HTTP/1 request, read strictly: RFC 9112, sections 2 to 5, without what it lets a
 * lenient reader do (bare line feeds, folded lines, space before a colon).
 *
 * @param method as it was written
 * @param target as it was written
 * @param persistent whether it is HTTP/1.1, so that chunks are understood
 * @param headers all of them, in order
 */
record RequestHead(String method, String target, boolean persistent, List<Header> headers) {
  /** Room for the longest URL and all headers that are let out. */
  private static final int MAX_BYTES = 48 << 10;

  private static final Pattern LINE =
      Pattern.compile("([!-~]{1,32}) ([!-~]{1,8192}) HTTP/1\\.([01])");

  /**
   * Of this connection and not of the request (RFC 9110, section 7.6.1), or for the host to say.
   */
  private static final Set<String> OF_THE_CONNECTION =
      Set.of(
          "accept-encoding",
          "connection",
          "content-length",
          "expect",
          "host",
          "keep-alive",
          "te",
          "trailer",
          "transfer-encoding",
          "upgrade");

  RequestHead {
    headers = List.copyOf(headers);
  }

  /** Reads a head; empty if nothing comes. */
  static Optional<RequestHead> read(Wire wire) throws IOException, BadRequest {
    List<String> lines = new ArrayList<>();
    int left = MAX_BYTES;
    while (true) {
      Optional<String> line = line(wire, left);
      if (line.isEmpty()) {
        if (lines.isEmpty()) {
          return Optional.empty();
        }
        throw new BadRequest("the request ends in its head");
      }
      if (line.get().isEmpty()) {
        return Optional.of(of(lines));
      }
      lines.add(line.get());
      left -= line.get().length() + 2;
    }
  }

  /** Returns a line without its end; empty where the connection ends before it began. */
  static Optional<String> line(Wire wire, int most) throws IOException, BadRequest {
    StringBuilder line = new StringBuilder();
    int next = wire.read();
    if (next < 0) {
      return Optional.empty();
    }
    while (next >= 0 && next != '\r') {
      if (next == '\n' || next == 0 || line.length() >= most) {
        throw new BadRequest("a line of the request is too long, or does not end as it has to");
      }
      line.append((char) next);
      next = wire.read();
    }
    if (next < 0 || wire.read() != '\n') {
      throw new BadRequest("a line of the request does not end as it has to");
    }
    return Optional.of(line.toString());
  }

  private static RequestHead of(List<String> lines) throws BadRequest {
    Matcher first = LINE.matcher(lines.isEmpty() ? "" : lines.get(0));
    if (!first.matches()) {
      throw new BadRequest("the request line is not one of HTTP/1");
    }
    List<Header> headers = new ArrayList<>();
    for (String line : lines.subList(1, lines.size())) {
      int colon = line.indexOf(':');
      if (colon <= 0 || line.substring(0, colon).matches(".*\\s.*")) {
        throw new BadRequest("a line of the head is not a header");
      }
      headers.add(new Header(line.substring(0, colon), line.substring(colon + 1).strip()));
    }
    return new RequestHead(first.group(1), first.group(2), first.group(3).equals("1"), headers);
  }

  /** Returns the values of a header. */
  List<String> all(String name) {
    return headers.stream()
        .filter(each -> each.name().equalsIgnoreCase(name))
        .map(Header::value)
        .toList();
  }

  /** Returns the headers that go on; what is for this connection alone does not. */
  List<Header> forwarded() {
    Set<String> dropped = new TreeSet<>(OF_THE_CONNECTION);
    for (String value : all("connection")) {
      for (String option : value.split(",", -1)) {
        dropped.add(option.strip().toLowerCase(Locale.ROOT));
      }
    }
    return headers.stream()
        .filter(each -> !dropped.contains(each.name().toLowerCase(Locale.ROOT)))
        .filter(each -> !each.name().toLowerCase(Locale.ROOT).startsWith("proxy-"))
        .toList();
  }
}
