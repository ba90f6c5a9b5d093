package dev.cloche.credential;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Reads a variable. */
final class EnvironmentIssuer implements CredentialIssuer {
  private final String variable;
  private final Function<String, @Nullable String> environment;

  EnvironmentIssuer(String variable, Function<String, @Nullable String> environment) {
    this.variable = variable;
    this.environment = environment;
  }

  @Override
  public Credential issue(CredentialRequest request) {
    String value = environment.apply(variable);
    if (value == null || value.isEmpty()) {
      throw new IllegalStateException("the environment variable is not set");
    }
    return Credential.of(FileIssuer.withoutNewline(value));
  }
}
