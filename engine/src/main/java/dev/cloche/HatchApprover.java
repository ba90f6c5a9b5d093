package dev.cloche;

/** The embedder's word on a hatch, given when it is issued. */
@FunctionalInterface
public interface HatchApprover {

  /** Yes or no. */
  enum Answer {
    /** The hatch is issued as it was asked for. */
    APPROVE,
    /** It is not. */
    DENY
  }

  /**
   * Decides. Runs on a thread of its own, which is interrupted when the time for it is over. To
   * throw, to return nothing, or to be late is a no.
   */
  Answer decide(HatchRequest request) throws Exception;

  /** An approver that denies everything: the default. */
  static HatchApprover none() {
    return request -> Answer.DENY;
  }
}
