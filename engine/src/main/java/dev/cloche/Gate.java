package dev.cloche;

import java.util.Objects;

/**
 * The embedder's word on each call, given before anything of it runs: a permission prompt, a rule
 * of a harness, a log. Thread-safe where calls overlap.
 */
@FunctionalInterface
public interface Gate {

  /**
   * Decides. To throw is to deny. The call waits for as long as it takes; cancelling the call does
   * not wait for it.
   *
   * @param plan what the call may use, and nothing beyond
   */
  Answer decide(Plan plan) throws Exception;

  /** A gate that lets every call pass, since the policy is all that there is to say. */
  static Gate open() {
    return OpenGate.INSTANCE;
  }

  /**
   * What a gate says.
   *
   * @param allowed whether the call may start
   * @param reason one sentence for a person; empty where there is none
   */
  record Answer(boolean allowed, String reason) {
    private static final Answer ALLOW = new Answer(true, "");

    public Answer {
      Objects.requireNonNull(reason, "reason");
    }

    /** The call may start. */
    public static Answer allow() {
      return ALLOW;
    }

    /** The call does not start, for this reason. */
    public static Answer deny(String reason) {
      return new Answer(false, reason);
    }
  }
}
