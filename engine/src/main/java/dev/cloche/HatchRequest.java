package dev.cloche;

import java.time.Duration;
import java.util.Objects;

/**
 * What a hatch is asked for. The reason is for a person and may come from a model: it is one line
 * without what could make it look like another.
 *
 * @param operation what is to happen
 * @param reason why; white space is made single spaces, control and format characters (such as
 *     those that turn text around) are taken out; then 1 to {@value #MAX_REASON} characters
 * @param uses how often, 1 to {@value #MAX_USES}
 * @param oneCall whether all uses must be of the call that uses it first
 * @param ttl for how long after it is approved, 1 second to 24 hours
 */
public record HatchRequest(
    HatchOperation operation, String reason, int uses, boolean oneCall, Duration ttl) {

  /** 500. */
  public static final int MAX_REASON = 500;

  /** 1,000: what happens more often belongs in the policy. */
  public static final int MAX_USES = 1_000;

  private static final Duration MIN_TTL = Duration.ofSeconds(1);
  private static final Duration MAX_TTL = Duration.ofHours(24);

  public HatchRequest {
    Objects.requireNonNull(operation, "operation");
    reason = reason.replaceAll("\\s+", " ").replaceAll("\\p{C}", "").strip();
    if (reason.isEmpty() || reason.length() > MAX_REASON) {
      throw new IllegalArgumentException(
          "reason of " + reason.length() + " characters is not 1 to " + MAX_REASON);
    }
    if (uses < 1 || uses > MAX_USES) {
      throw new IllegalArgumentException("uses " + uses + " is not between 1 and " + MAX_USES);
    }
    if (ttl.compareTo(MIN_TTL) < 0 || ttl.compareTo(MAX_TTL) > 0) {
      throw new IllegalArgumentException("ttl " + ttl + " is not between 1 second and 24 hours");
    }
  }

  /** Returns a request for one call, once, within 5 minutes. */
  public static HatchRequest once(HatchOperation operation, String reason) {
    return new HatchRequest(operation, reason, 1, true, Duration.ofMinutes(5));
  }
}
