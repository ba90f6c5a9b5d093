package dev.cloche.wasi;

import dev.cloche.workspace.Workspace;
import dev.cloche.workspace.WorkspaceException;

/** A tree as text: names, and content where a file is reached without a link. */
final class Listing {
  private Listing() {}

  static String of(Workspace workspace) {
    StringBuilder text = new StringBuilder();
    add(workspace, "", text, 0);
    return text.append(workspace.usedBytes()).append(' ').append(workspace.usedNodes()).toString();
  }

  private static void add(Workspace workspace, String path, StringBuilder text, int depth) {
    for (String name : workspace.list(path.isEmpty() ? "/" : path)) {
      text.append(path).append('/').append(name).append('\n');
      if (depth < 4 && isDirectory(workspace, path + "/" + name)) {
        add(workspace, path + "/" + name, text, depth + 1);
      }
    }
  }

  private static boolean isDirectory(Workspace workspace, String path) {
    try {
      return workspace.exists(path + "/.");
    } catch (WorkspaceException unreachable) {
      return false;
    }
  }
}
