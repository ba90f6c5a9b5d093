package dev.cloche.host.network;

import dev.cloche.egress.EgressException;
import dev.cloche.egress.Exchange;
import dev.cloche.egress.FetchResponse;
import dev.cloche.egress.Header;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Set;

/** Writes the answer to one request; the connection ends with it. */
final class Answer {
  /** Where a message ends is said here, anew. */
  private static final Set<String> FRAMING =
      Set.of("connection", "content-length", "keep-alive", "transfer-encoding");

  private static final int BUFFER = 16 << 10;

  private Answer() {}

  /** Answers that there is none, and why. */
  static void refuse(Wire wire, int status, String why) throws IOException {
    byte[] text = (why + "\n").getBytes(StandardCharsets.UTF_8);
    wire.write(
        "HTTP/1.1 %d %s\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: %d\r\n"
            .formatted(status, phrase(status), text.length));
    wire.write("Connection: close\r\n\r\n");
    wire.write(text, 0, text.length);
  }

  /** Answers with the status that tells how a request failed. */
  static void refuse(Wire wire, EgressException failure) throws IOException {
    int status =
        switch (failure.kind()) {
          case DENIED -> 403;
          case MALFORMED -> 400;
          case BUDGET -> 429;
          case TOO_LARGE, UNREACHABLE, TLS, PROTOCOL -> 502;
          case TIMEOUT, CUT -> 504;
        };
    refuse(wire, status, String.valueOf(failure.getMessage()));
  }

  /** Passes an answer on. In chunks, so that one that is cut short is seen to be. */
  static void pass(Wire wire, RequestHead request, FetchResponse head, Exchange exchange)
      throws IOException, EgressException {
    boolean bodiless =
        request.method().equals("HEAD") || head.status() == 204 || head.status() == 304;
    boolean chunked = request.persistent() && !bodiless;
    StringBuilder text = new StringBuilder();
    text.append("HTTP/1.1 %d %s\r\n".formatted(head.status(), phrase(head.status())));
    for (Header header : head.headers()) {
      boolean framing = FRAMING.contains(header.name().toLowerCase(Locale.ROOT));
      boolean length = bodiless && header.name().equalsIgnoreCase("content-length");
      if (!framing || length) {
        text.append(header.name()).append(": ").append(header.value()).append("\r\n");
      }
    }
    text.append(chunked ? "Transfer-Encoding: chunked\r\n" : "");
    wire.write(text + "Connection: close\r\n\r\n");
    if (!bodiless) {
      body(wire, exchange, chunked);
    }
  }

  private static void body(Wire wire, Exchange exchange, boolean chunked)
      throws IOException, EgressException {
    byte[] buffer = new byte[BUFFER];
    for (int read = exchange.read(buffer, 0, BUFFER);
        read >= 0;
        read = exchange.read(buffer, 0, BUFFER)) {
      if (chunked) {
        wire.write(Integer.toHexString(read) + "\r\n");
      }
      wire.write(buffer, 0, read);
      if (chunked) {
        wire.write("\r\n");
      }
    }
    if (chunked) {
      wire.write("0\r\n\r\n");
    }
  }

  private static String phrase(int status) {
    return switch (status) {
      case 200 -> "OK";
      case 400 -> "Bad Request";
      case 403 -> "Forbidden";
      case 404 -> "Not Found";
      case 421 -> "Misdirected Request";
      case 429 -> "Too Many Requests";
      case 501 -> "Not Implemented";
      case 502 -> "Bad Gateway";
      case 504 -> "Gateway Timeout";
      default -> "Status";
    };
  }
}
