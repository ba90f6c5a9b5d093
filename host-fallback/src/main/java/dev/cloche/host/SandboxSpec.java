package dev.cloche.host;

import java.util.List;

/**
 * What a sandbox is like, beside the command in it.
 *
 * @param holder the process whose namespaces hold the workspace
 * @param workspace where the workspace is in these namespaces, absolute
 * @param etc the directory that becomes {@code /etc}, absolute
 * @param uid the user that the launch becomes where this JVM is root
 * @param limits what the command may use
 * @param readableRoots directories of the host that the command may read, beside {@code /usr}
 * @param degraded whether there are no control groups, so that only each process by itself is
 *     limited
 * @param kind what of it depends on its command
 */
record SandboxSpec(
    long holder,
    String workspace,
    String etc,
    int uid,
    NativeLimits limits,
    List<String> readableRoots,
    boolean degraded,
    SandboxKind kind) {
  SandboxSpec {
    readableRoots = List.copyOf(readableRoots);
  }
}
