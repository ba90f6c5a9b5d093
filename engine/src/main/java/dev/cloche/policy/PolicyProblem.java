package dev.cloche.policy;

import java.util.Objects;

/**
 * One thing that is wrong with a policy or a manifest.
 *
 * @param line of the document, from 1; 0 where there is no document or no place in it
 * @param column of the document, from 1; 0 where the line is 0
 * @param key the path of the key, such as {@code network.allow[0].url}; empty for the whole
 * @param message what was given and what is allowed, without a full stop
 */
public record PolicyProblem(int line, int column, String key, String message) {
  public PolicyProblem {
    Objects.requireNonNull(key, "key");
    Objects.requireNonNull(message, "message");
  }

  /** Returns a problem that has no place in a document. */
  public static PolicyProblem of(String key, String message) {
    return new PolicyProblem(0, 0, key, message);
  }

  /** Returns place, key and message in one line. */
  @Override
  public String toString() {
    String place = line == 0 ? "" : "line " + line + ", column " + column + ": ";
    return place + (key.isEmpty() ? "" : key + ": ") + message;
  }
}
