package dev.cloche.policy;

import dev.cloche.egress.Injection.Place;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/**
 * A secret, and how it is lent: attached to requests whose rule names it, or given to native
 * commands to hold.
 *
 * @param source where the secret comes from
 * @param placement where in a request it is put; empty for one that no request carries, so that no
 *     rule of the network can name it
 * @param ttl how long one lease of it lasts; 1 s to 24 h, whole milliseconds
 * @param uses how many requests and commands one lease serves; 1 to 1,000,000
 */
public record CredentialRule(
    CredentialSource source, Optional<Placement> placement, Duration ttl, int uses) {

  /** 5 minutes: longer than a call, too short to be worth much elsewhere. */
  public static final Duration DEFAULT_TTL = Duration.ofMinutes(5);

  /** 20: a tool that pages through a list needs some, one that runs wild is soon stopped. */
  public static final int DEFAULT_USES = 20;

  /** 1 second. */
  public static final Duration MIN_TTL = Duration.ofSeconds(1);

  /** 24 hours. */
  public static final Duration MAX_TTL = Duration.ofHours(24);

  /** One million. */
  public static final int MAX_USES = 1_000_000;

  /**
   * Checks all parts.
   *
   * @throws IllegalArgumentException if one is not as described
   */
  public CredentialRule {
    Objects.requireNonNull(source, "source");
    Objects.requireNonNull(placement, "placement");
    if (ttl.compareTo(MIN_TTL) < 0 || ttl.compareTo(MAX_TTL) > 0) {
      throw new IllegalArgumentException(
          "ttl " + WallTime.format(ttl) + " is not between 1s and 24h");
    }
    ttl = Duration.ofMillis(ttl.toMillis());
    Checks.range("uses", uses, 1, MAX_USES);
  }

  /** Returns what requests carry of a secret; where none does, the secret itself. */
  public String fill(String secret) {
    return placement.map(where -> where.fill(secret)).orElse(secret);
  }

  /** Returns the secret in a header, as it is, for the default time and uses. */
  public static CredentialRule header(CredentialSource source, String field) {
    return placed(source, new Placement(Place.HEADER, field, Placement.DEFAULT_TEMPLATE));
  }

  /** Returns the secret in a parameter of the query, as it is, for the default time and uses. */
  public static CredentialRule query(CredentialSource source, String parameter) {
    return placed(source, new Placement(Place.QUERY, parameter, Placement.DEFAULT_TEMPLATE));
  }

  private static CredentialRule placed(CredentialSource source, Placement placement) {
    return new CredentialRule(source, Optional.of(placement), DEFAULT_TTL, DEFAULT_USES);
  }

  /** Returns the secret for native commands alone, for the default time and uses. */
  public static CredentialRule forCommands(CredentialSource source) {
    return new CredentialRule(source, Optional.empty(), DEFAULT_TTL, DEFAULT_USES);
  }

  /**
   * Returns the same with another template.
   *
   * @throws IllegalArgumentException if the template is none, or no request carries this
   */
  public CredentialRule withTemplate(String text) {
    Placement where =
        placement.orElseThrow(
            () -> new IllegalArgumentException("a value needs a header or query to be in"));
    return new CredentialRule(
        source, Optional.of(new Placement(where.place(), where.field(), text)), ttl, uses);
  }

  /** Returns the same for another time and number of uses. */
  public CredentialRule lasting(Duration time, int times) {
    return new CredentialRule(source, placement, time, times);
  }
}
