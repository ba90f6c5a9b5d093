package dev.cloche.egress;

/**
 * What a session has sent and received.
 *
 * @param requests requests sent, each redirect counted
 * @param sentBytes bytes of requests, head and body
 * @param receivedBytes bytes of responses as they came over the wire
 */
public record EgressUsage(long requests, long sentBytes, long receivedBytes) {

  /** Nothing. */
  public static final EgressUsage NONE = new EgressUsage(0, 0, 0);
}
