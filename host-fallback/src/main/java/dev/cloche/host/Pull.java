package dev.cloche.host;

import dev.cloche.host.NativeResult.LeftOut;
import dev.cloche.workspace.NodeKind;
import dev.cloche.workspace.Workspace;
import dev.cloche.workspace.WorkspaceException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Takes over into the workspace what a command changed, and only that: what was seen before and is
 * the same now is not read.
 *
 * <p>The quota of the workspace counts what is taken over. If it does not suffice, {@link
 * WorkspaceFullException} ends it, and the caller goes back to where the workspace was.
 */
final class Pull {
  /** Whoever reads the workspace next was lent nothing. */
  private static final String SECRET = "it holds a secret that the command was lent";

  private final Workspace workspace;
  private final Seen.Tree before;
  private final Seen.Tree now;
  private final SecretSearch secrets;
  private final List<LeftOut> leftOut = new ArrayList<>();

  /** The bytes that the change at hand needs at most, its name included. */
  private long largest;

  /** The quota of the workspace is used up. */
  static final class WorkspaceFullException extends Exception {
    private static final long serialVersionUID = 1;
  }

  Pull(Workspace workspace, Seen.Tree before, Seen.Tree now, SecretSearch secrets) {
    this.workspace = workspace;
    this.before = before;
    this.now = now;
    this.secrets = secrets;
    now.leftOut().forEach(each -> leave(each.path(), each.why()));
  }

  /** Takes all over. */
  void run(Path tree) throws IOException, WorkspaceFullException {
    for (Map.Entry<String, Seen> each : before.nodes().entrySet()) {
      Seen after = now.nodes().get(each.getKey());
      if (after == null || after.kind() != each.getValue().kind()) {
        attempt(each.getKey(), () -> delete("/" + each.getKey()));
      }
    }
    try (TreeReader reader = new TreeReader(tree)) {
      for (Map.Entry<String, Seen> each : now.nodes().entrySet()) {
        take(reader, each.getKey(), each.getValue());
      }
    }
  }

  /** Returns what could not be taken over. */
  List<LeftOut> leftOut() {
    return leftOut;
  }

  private interface Change {
    void make() throws IOException, WorkspaceFullException;
  }

  private void attempt(String path, Change change) throws WorkspaceFullException {
    try {
      change.make();
    } catch (WorkspaceException fault) {
      if (isFull()) {
        throw new WorkspaceFullException();
      }
      leave("/" + path, Objects.requireNonNullElse(fault.getMessage(), ""));
    } catch (IOException unreadable) {
      leave("/" + path, "it cannot be read (" + unreadable.getClass().getSimpleName() + ")");
    }
  }

  /** What is told of it goes where no secret does, and may quote a name that holds one. */
  private void leave(String path, String why) {
    leftOut.add(new LeftOut(secrets.without(path), secrets.without(why)));
  }

  /** A quota that had room for what failed would not have failed. */
  private boolean isFull() {
    long room = workspace.limits().bytes() - workspace.usedBytes();
    return largest > room || workspace.usedNodes() >= workspace.limits().nodes();
  }

  private void delete(String path) {
    if (present(path)) {
      workspace.delete(path);
    }
  }

  private boolean present(String path) {
    try {
      return workspace.kind(path) != null;
    } catch (WorkspaceException missing) {
      return false;
    }
  }

  private void take(TreeReader reader, String path, Seen node) throws WorkspaceFullException {
    Seen old = before.nodes().get(path);
    boolean same = old != null && node.isSameAs(old) && !before.mayHide(old);
    if (same) {
      return;
    }
    if (secrets.isIn(path) || (node.kind() == NodeKind.LINK && secrets.isIn(node.target()))) {
      leave("/" + path, SECRET);
      return;
    }
    largest = node.size() + path.length() * 3L;
    attempt(
        path,
        () -> {
          switch (node.kind()) {
            case DIRECTORY -> workspace.createDirectory("/" + path);
            case LINK -> link("/" + path, node.target());
            case FILE -> file(reader, path, node);
          }
        });
  }

  private void link(String path, String target) {
    if (present(path)) {
      if (workspace.kind(path) == NodeKind.LINK && workspace.readLink(path).equals(target)) {
        return;
      }
      workspace.delete(path);
    }
    workspace.createLink(path, target);
  }

  private void file(TreeReader reader, String path, Seen node)
      throws IOException, WorkspaceFullException {
    if (node.size() > workspace.limits().bytes()) {
      throw new WorkspaceFullException();
    }
    byte[] content = reader.read(path, node.size());
    String at = "/" + path;
    if (present(at)) {
      if (workspace.kind(at) != NodeKind.FILE) {
        workspace.delete(at);
      } else if (Arrays.equals(workspace.readFile(at), content)) {
        // Touched, linked or given another mode: none of that is a change here, and a read-only
        // mount would refuse it.
        return;
      }
    }
    if (secrets.isIn(content)) {
      leave(at, SECRET);
      return;
    }
    workspace.writeFile(at, content);
  }
}
