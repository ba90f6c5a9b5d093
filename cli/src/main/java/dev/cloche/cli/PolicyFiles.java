package dev.cloche.cli;

import dev.cloche.Policy;
import dev.cloche.policy.PolicyException;
import dev.cloche.policy.PolicyProblem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/** Reads the policy that a user names. */
final class PolicyFiles {

  private PolicyFiles() {}

  /**
   * Returns the policy.
   *
   * @throws UsageException if it cannot be read or is refused; the message has every problem
   */
  static Policy read(String name) {
    try {
      return load(name);
    } catch (PolicyException refused) {
      throw refused(name, refused);
    }
  }

  /** Returns all problems of a policy, each with its place as compilers say it. */
  static UsageException refused(String name, PolicyException refused) {
    return new UsageException(
        refused.problems().stream().map(problem -> place(name, problem)).toList());
  }

  /** As compilers say it, so that editors find the place. */
  static String place(String file, PolicyProblem problem) {
    String place =
        problem.line() == 0 ? file : file + ":" + problem.line() + ":" + problem.column();
    return place + ": " + (problem.key().isEmpty() ? "" : problem.key() + ": ") + problem.message();
  }

  /**
   * Returns the policy.
   *
   * @throws PolicyException if it is refused
   * @throws UsageException if it cannot be read
   */
  static Policy load(String name) {
    try {
      Path file = Path.of(name);
      if (name.isEmpty() || !Files.exists(file)) {
        throw wrong(name, "does not exist");
      } else if (!Files.isRegularFile(file)) {
        throw wrong(name, "is not a regular file");
      }
      return Policy.read(file);
    } catch (InvalidPathException e) {
      throw wrong(name, "is a name that no file of this system can have");
    } catch (IOException e) {
      throw wrong(name, "cannot be read");
    }
  }

  private static UsageException wrong(String name, String why) {
    return new UsageException("policy file " + Printable.quote(name) + " " + why);
  }
}
