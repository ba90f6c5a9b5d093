package dev.cloche.credential;

import java.nio.file.Path;
import java.util.Objects;
import java.util.regex.Pattern;

/** Where the value of a credential comes from. Holds no secret. */
public sealed interface CredentialSource {

  /**
   * A variable of the host's environment, read when a lease is issued.
   *
   * @param variable its name: letters, digits and {@code _}, at most 128
   */
  record EnvironmentVariable(String variable) implements CredentialSource {
    private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]{0,127}");

    public EnvironmentVariable {
      if (!NAME.matcher(variable).matches()) {
        throw new IllegalArgumentException(
            "environment variable \""
                + Shown.text(variable)
                + "\" is not a letter or _ and then letters, digits and _");
      }
    }
  }

  /**
   * A file of the host, read when a lease is issued. One newline at its end is cut.
   *
   * @param file the file; an absolute path, so that a change of directory changes nothing
   */
  record SecretFile(Path file) implements CredentialSource {
    public SecretFile {
      Objects.requireNonNull(file, "file");
      if (!file.isAbsolute()) {
        throw new IllegalArgumentException("the path of a secret file is not absolute");
      }
    }
  }

  /** The embedder's own {@link CredentialIssuer}, such as a token service. */
  record Issued() implements CredentialSource {}
}
