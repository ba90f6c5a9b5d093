package dev.cloche;

import dev.cloche.hatch.IssuedHatch;

/**
 * One operation beyond the policy, approved, counted, for a time, until revoked.
 *
 * <p>It is an object of one session and nothing else: no text or number stands for it, so no guest
 * and no model can name, copy or widen one, and other sessions refuse it. Thread-safe.
 */
public sealed interface Hatch permits IssuedHatch {

  /** Where a hatch stands. Only a live one opens; none ever becomes live again. */
  enum State {
    /** May be used. */
    LIVE,
    /** Its time is over. */
    EXPIRED,
    /** Taken back, or its session is closed. */
    REVOKED,
    /** All its uses are spent. */
    USED_UP
  }

  /** What was asked for and approved. */
  HatchRequest request();

  /** Where it stands now. */
  State state();

  /** How many uses are left, whatever its state. */
  int usesLeft();

  /** Takes it back, also in the midst of a call: what uses it is cut. May be called again. */
  void revoke();
}
