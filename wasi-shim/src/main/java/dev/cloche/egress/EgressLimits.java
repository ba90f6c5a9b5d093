package dev.cloche.egress;

import java.time.Duration;
import java.util.Objects;

/**
 * What a session may send and receive at most. Every limit is finite, also by default.
 *
 * @param requests requests of the session, each redirect counted; 0 to {@value #MAX_REQUESTS}
 * @param sentBytes bytes of requests, head and body, of the session
 * @param receivedBytes bytes of responses of the session, head and body, as they came over the wire
 * @param responseBytes bytes of the body of one response, decoded
 * @param expansion how many times its wire size a compressed body may expand to, beyond the first
 *     64 KiB; 1 to 1,000
 * @param headerBytes bytes of the head of one response, all interim ones together
 * @param redirects redirects that one request follows; 0 to 20
 * @param connect time to connect, TLS included
 */
public record EgressLimits(
    long requests,
    long sentBytes,
    long receivedBytes,
    long responseBytes,
    int expansion,
    int headerBytes,
    int redirects,
    Duration connect) {

  /** One million. */
  public static final long MAX_REQUESTS = 1_000_000;

  /** 1 TiB, for each count of bytes. */
  public static final long MAX_BYTES = 1L << 40;

  /** 1,000 times. */
  public static final int MAX_EXPANSION = 1_000;

  /** 1 KiB. */
  public static final int MIN_HEADER_BYTES = 1 << 10;

  /** 1 MiB. */
  public static final int MAX_HEADER_BYTES = 1 << 20;

  /** 20. */
  public static final int MAX_REDIRECTS = 20;

  /** 5 minutes. */
  public static final Duration MAX_CONNECT = Duration.ofMinutes(5);

  public EgressLimits {
    requireRange("requests", requests, 0, MAX_REQUESTS);
    requireRange("sent bytes", sentBytes, 0, MAX_BYTES);
    requireRange("received bytes", receivedBytes, 0, MAX_BYTES);
    requireRange("response bytes", responseBytes, 0, MAX_BYTES);
    requireRange("expansion", expansion, 1, MAX_EXPANSION);
    requireRange("header bytes", headerBytes, MIN_HEADER_BYTES, MAX_HEADER_BYTES);
    requireRange("redirects", redirects, 0, MAX_REDIRECTS);
    Objects.requireNonNull(connect, "connect");
    requireRange("connect milliseconds", connect.toMillis(), 1, MAX_CONNECT.toMillis());
  }

  private static void requireRange(String what, long value, long min, long max) {
    if (value < min || value > max) {
      throw new IllegalArgumentException(
          what + " " + value + " is not between " + min + " and " + max);
    }
  }

  /**
   * 100 requests, 10 MiB sent, 100 MiB received, 32 MiB a response, 100 times expansion, 64 KiB of
   * head, 5 redirects, 10 seconds to connect: more than a tool in an agent's hands needs, little
   * enough to lose.
   */
  public static EgressLimits defaults() {
    return new EgressLimits(
        100, 10L << 20, 100L << 20, 32L << 20, 100, 64 << 10, 5, Duration.ofSeconds(10));
  }

  /** Returns the lower of each. */
  public EgressLimits and(EgressLimits other) {
    return new EgressLimits(
        Math.min(requests, other.requests),
        Math.min(sentBytes, other.sentBytes),
        Math.min(receivedBytes, other.receivedBytes),
        Math.min(responseBytes, other.responseBytes),
        Math.min(expansion, other.expansion),
        Math.min(headerBytes, other.headerBytes),
        Math.min(redirects, other.redirects),
        connect.compareTo(other.connect) <= 0 ? connect : other.connect);
  }
}
