package dev.cloche.cli.serve;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Optional;

/** Addresses of files of a session's workspace: {@code workspace:///data/a.txt}. */
final class WorkspaceUri {

  private static final String SCHEME = "workspace";

  private WorkspaceUri() {}

  /** Returns the address of an absolute path. */
  static String of(String path) {
    try {
      return new URI(SCHEME, "", path, null, null).toASCIIString();
    } catch (URISyntaxException notAbsolute) {
      throw new IllegalArgumentException("path is not absolute", notAbsolute);
    }
  }

  /** Returns the path that an address stands for, if it is one of a workspace. */
  static Optional<String> path(String uri) {
    try {
      URI parsed = new URI(uri);
      boolean ours =
          SCHEME.equals(parsed.getScheme())
              && parsed.getRawAuthority() == null
              && parsed.getRawQuery() == null
              && parsed.getRawFragment() == null;
      return ours ? Optional.ofNullable(parsed.getPath()) : Optional.empty();
    } catch (URISyntaxException malformed) {
      return Optional.empty();
    }
  }
}
