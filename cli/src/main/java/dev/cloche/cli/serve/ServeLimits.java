package dev.cloche.cli.serve;

import java.time.Duration;

/**
 * What a server takes upon itself at most.
 *
 * @param sessions MCP sessions that are open at the same time; 1 to 10,000
 * @param calls calls that run at the same time, of all sessions; 1 to 1,000
 * @param callsOfSession of one session; the next is refused
 * @param idle after which time without a request a session of the HTTP transport is closed
 * @param drain how long calls that run may go on when the server ends
 */
public record ServeLimits(
    int sessions, int calls, int callsOfSession, Duration idle, Duration drain) {

  /** 256 sessions, 64 calls, 8 of one session, 30 minutes, 10 seconds. */
  public static final ServeLimits DEFAULTS =
      new ServeLimits(256, 64, 8, Duration.ofMinutes(30), Duration.ofSeconds(10));

  /**
   * Checks the parts.
   *
   * @throws IllegalArgumentException if one is out of its range
   */
  public ServeLimits {
    requireRange("sessions", sessions, 10_000);
    requireRange("calls", calls, 1_000);
    requireRange("calls of a session", callsOfSession, calls);
    if (idle.isNegative() || idle.isZero() || drain.isNegative()) {
      throw new IllegalArgumentException("a time of a server is negative or zero");
    }
  }

  private static void requireRange(String what, int value, int most) {
    if (value < 1 || value > most) {
      throw new IllegalArgumentException(what + " " + value + " is not between 1 and " + most);
    }
  }
}
