package dev.cloche.policy;

import java.nio.file.Path;

/**
 * Where the secret of a credential comes from. It is not read when the policy is: whoever issues
 * leases does so, and a policy never holds a secret.
 */
public sealed interface CredentialSource {

  /**
   * A variable of the host's environment.
   *
   * @param variable its name
   */
  record Environment(String variable) implements CredentialSource {
    /**
     * Checks the name.
     *
     * @throws IllegalArgumentException if no variable can have it
     */
    public Environment {
      variable = Checks.variable("variable of the host", variable);
    }
  }

  /**
   * A file of the host, whose whole content, less one line end, is the secret.
   *
   * @param path kept absolute and normalised
   */
  record File(Path path) implements CredentialSource {
    /** Makes the path absolute. */
    public File {
      path = path.toAbsolutePath().normalize();
    }
  }

  /** The embedder's own token service, asked by the credential's name. */
  record Issuer() implements CredentialSource {}
}
