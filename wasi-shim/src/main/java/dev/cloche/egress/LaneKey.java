package dev.cloche.egress;

import java.util.Optional;

/**
 * What a connection was made for: it serves no other rule, credential or origin, and none after the
 * rules changed.
 */
record LaneKey(
    long generation,
    String rule,
    Optional<String> credential,
    boolean privateAddress,
    String origin) {

  static LaneKey of(long generation, EgressDecision decision, CanonicalUrl url) {
    return new LaneKey(
        generation,
        decision.rule(),
        decision.credential(),
        decision.privateAddress(),
        url.origin());
  }
}
