package dev.cloche.replay;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.cloche.module.Sha256;
import dev.cloche.workspace.NodeKind;
import dev.cloche.workspace.Snapshot;
import dev.cloche.workspace.Workspace;
import dev.cloche.workspace.WorkspaceDiff;
import dev.cloche.workspace.WorkspaceException;
import java.security.MessageDigest;
import java.util.List;

/**
 * One digest over what a call changed in its workspace: the paths that came, changed and went, what
 * they are, and the bytes of files up to 64 MiB; of larger ones their sizes. Times do not count.
 */
final class Changes {

  private static final int MOST = 64 << 20;

  private Changes() {}

  static String digest(Workspace workspace, Snapshot before) {
    WorkspaceDiff diff = workspace.diff(before);
    MessageDigest digest = Sha256.begin();
    add(digest, "added", workspace, diff.added());
    add(digest, "changed", workspace, diff.changed());
    add(digest, "removed", workspace, diff.removed());
    return Sha256.end(digest);
  }

  private static void add(
      MessageDigest digest, String how, Workspace workspace, List<WorkspaceDiff.Entry> entries) {
    for (WorkspaceDiff.Entry entry : entries) {
      String content = how.equals("removed") ? "" : content(workspace, entry);
      String line = how + "\0" + entry.kind() + "\0" + entry.path() + "\0" + content + "\n";
      digest.update(line.getBytes(UTF_8));
    }
  }

  private static String content(Workspace workspace, WorkspaceDiff.Entry entry) {
    try {
      if (entry.kind() == NodeKind.LINK) {
        return workspace.readLink(entry.path());
      }
      if (entry.kind() == NodeKind.FILE && entry.sizeAfter().orElse(0) <= MOST) {
        return Sha256.of(workspace.readFile(entry.path(), MOST));
      }
      return Long.toString(entry.sizeAfter().orElse(0));
    } catch (WorkspaceException unreadable) {
      return "unreadable";
    }
  }
}
