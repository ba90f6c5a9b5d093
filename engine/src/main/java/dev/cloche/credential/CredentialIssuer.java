package dev.cloche.credential;

import java.nio.file.Path;

/** Brings the value of a credential for one call. Thread-safe. */
@FunctionalInterface
public interface CredentialIssuer {

  /**
   * Issues a credential. Runs on a thread of its own, which is interrupted when the time for it is
   * over; what it returns after that is closed. What it throws is not shown to anybody, since a
   * message may hold the value: the request that needs the credential is denied.
   */
  Credential issue(CredentialRequest request) throws Exception;

  /** Returns an issuer that has none. */
  static CredentialIssuer none() {
    return request -> {
      throw new IllegalStateException("there is no issuer");
    };
  }

  /** Returns an issuer that reads a variable of the host's environment each time. */
  static CredentialIssuer environment(String variable) {
    return new EnvironmentIssuer(variable, System::getenv);
  }

  /**
   * Returns an issuer that reads a file each time: a regular one of at most 64 KiB of UTF-8, of
   * which one newline at the end is cut. Links are followed, since orchestrators mount secrets as
   * links. A file that others than its owner and group may read or write is refused, as ssh does
   * with keys: whoever can read it needs no lease.
   */
  static CredentialIssuer file(Path file) {
    return new FileIssuer(file);
  }
}
