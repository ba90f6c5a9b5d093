package dev.cloche.credential;

/** Where a lease stands. Only a live one is used; none ever becomes live again. */
public enum LeaseState {
  /** May be used. */
  LIVE,
  /** Its time is over. */
  EXPIRED,
  /** Taken back, or its call has ended. */
  REVOKED,
  /** All its uses are spent. */
  USED_UP
}
