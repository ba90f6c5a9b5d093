package dev.cloche.credential;

import java.time.Duration;
import java.util.List;
import java.util.Objects;

/**
 * What an issuer is asked for: one credential for one call.
 *
 * @param session id of the session
 * @param call id of the call
 * @param tool name of the tool
 * @param credential name of the credential, its scope
 * @param audience where it may go, as text: URL patterns with methods, and {@code command NAME} for
 *     each native command that may hold it
 * @param ttl how long the lease will live; a token service may issue one that lives no longer
 */
public record CredentialRequest(
    String session,
    String call,
    String tool,
    String credential,
    List<String> audience,
    Duration ttl) {

  public CredentialRequest {
    Objects.requireNonNull(session, "session");
    Objects.requireNonNull(call, "call");
    Objects.requireNonNull(tool, "tool");
    Objects.requireNonNull(credential, "credential");
    Objects.requireNonNull(ttl, "ttl");
    audience = List.copyOf(audience);
  }
}
