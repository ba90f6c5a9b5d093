package dev.cloche.testkit;

import dev.cloche.workspace.Workspace;
import dev.cloche.workspace.WorkspaceException;
import java.nio.charset.StandardCharsets;

/** A workspace as text, as {@link ReferenceTree} writes itself. */
public final class Listing {
  private Listing() {}

  /** Returns the names, and what counts in the quota. */
  public static String of(Workspace workspace) {
    StringBuilder text = new StringBuilder();
    add(workspace, "", text, 0, false);
    return text.append(workspace.usedBytes()).append(' ').append(workspace.usedNodes()).toString();
  }

  /** Returns the names and the contents, also of files that links lead to. */
  public static String contents(Workspace workspace) {
    StringBuilder text = new StringBuilder();
    add(workspace, "", text, 0, true);
    return text.toString();
  }

  private static void add(
      Workspace workspace, String path, StringBuilder text, int depth, boolean contents) {
    for (String name : workspace.list(path.isEmpty() ? "/" : path)) {
      text.append(path).append('/').append(name).append('\n');
      if (isDirectory(workspace, path + "/" + name)) {
        if (depth < 8) {
          add(workspace, path + "/" + name, text, depth + 1, contents);
        }
      } else if (contents) {
        text.append(content(workspace, path + "/" + name)).append('\n');
      }
    }
  }

  private static String content(Workspace workspace, String path) {
    try {
      return new String(workspace.readFile(path), StandardCharsets.UTF_8);
    } catch (WorkspaceException unreachable) {
      return "unreachable";
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
