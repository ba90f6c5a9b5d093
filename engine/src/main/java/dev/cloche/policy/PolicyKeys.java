package dev.cloche.policy;

import java.util.List;
import java.util.Set;

/**
 * Every key that a policy document may have. In a path, {@code []} stands for any item of a list
 * and {@code *} for any name.
 */
public final class PolicyKeys {

  private static final List<String> LEAVES =
      List.of(
          "version",
          "extends",
          "limits.fuel",
          "limits.wall",
          "limits.memory",
          "limits.output",
          "workspace.bytes",
          "workspace.files",
          "workspace.depth",
          "workspace.mounts[].host",
          "workspace.mounts[].at",
          "workspace.mounts[].mode",
          "workspace.protected",
          "workspace.unprotected",
          "network.allow[].url",
          "network.allow[].methods",
          "network.allow[].credential",
          "network.allow[].private",
          "network.deny[].url",
          "network.deny[].methods",
          "network.requests",
          "network.sent",
          "network.received",
          "network.response",
          "network.expansion",
          "network.header",
          "network.redirects",
          "network.connect",
          "environment.*",
          "environment.*.env",
          "credentials.*.env",
          "credentials.*.file",
          "credentials.*.issuer",
          "credentials.*.header",
          "credentials.*.query",
          "credentials.*.value",
          "credentials.*.ttl",
          "credentials.*.uses",
          "native.commands",
          "native.memory",
          "native.processes",
          "native.cpu",
          "native.degraded",
          "native.leases[].credential",
          "native.leases[].commands",
          "native.leases[].environment",
          "native.leases[].file",
          "tools.allow",
          "tools.pins.*",
          "tools.signers");

  static final Keys KEYS = Keys.of(LEAVES);

  private PolicyKeys() {}

  /** Returns the paths of all keys that say something, in the order of the documentation. */
  public static List<String> all() {
    return LEAVES;
  }

  /** Returns the keys of the mapping at a path; of the document, at the empty path. */
  public static Set<String> below(String path) {
    return KEYS.below(path);
  }
}
