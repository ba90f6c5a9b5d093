package dev.cloche.credential;

import java.util.List;
import java.util.Objects;

/**
 * A credential and where it may go.
 *
 * @param spec the credential
 * @param audience what the rules that name it allow; if empty, it goes nowhere
 */
public record Lending(CredentialSpec spec, List<Audience> audience) {
  public Lending {
    Objects.requireNonNull(spec, "spec");
    audience = List.copyOf(audience);
  }
}
