package dev.cloche.cli;

import dev.cloche.Policy;
import dev.cloche.policy.PolicyException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.stream.Collectors;

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
      throw new UsageException(
          "policy "
              + Printable.quote(name)
              + " is refused: "
              + refused.problems().stream()
                  .map(Object::toString)
                  .collect(Collectors.joining("; ")));
    }
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
