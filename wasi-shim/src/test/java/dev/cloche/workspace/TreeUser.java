package dev.cloche.workspace;

import dev.cloche.workspace.tree.Caller;
import dev.cloche.workspace.tree.Directory;
import dev.cloche.workspace.tree.DirectoryEntry;
import dev.cloche.workspace.tree.Errno;
import dev.cloche.workspace.tree.Fault;
import dev.cloche.workspace.tree.FileTree;
import dev.cloche.workspace.tree.Node;
import dev.cloche.workspace.tree.OpenRequest;
import dev.cloche.workspace.tree.RegularFile;
import dev.cloche.workspace.tree.Stat;
import dev.cloche.workspace.tree.Times;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Does to a tree what a guest can do, and tells the errno. */
final class TreeUser implements Caller {
  private static final int MOST = 1 << 20;

  final FileTree tree;
  long spent;

  TreeUser(Workspace workspace) {
    this.tree = workspace.tree(this);
  }

  @Override
  public long now() {
    return 1_000;
  }

  @Override
  public void spend(long steps) {
    spent += steps;
  }

  interface Action {
    void run() throws Fault;
  }

  static Errno errno(Action action) {
    try {
      action.run();
      return Errno.SUCCESS;
    } catch (Fault fault) {
      return fault.errno();
    }
  }

  private Directory root() {
    return tree.root();
  }

  /**
   * Opens; letters: c create, x exclusive, t truncate, d directory, w write, f follow. The node
   * must be closed.
   */
  Node open(String path, String how) throws Fault {
    return tree.open(root(), path, request(how));
  }

  private static OpenRequest request(String how) {
    return new OpenRequest(
        how.contains("f"),
        how.contains("c"),
        how.contains("x"),
        how.contains("d"),
        how.contains("t"),
        how.contains("w"));
  }

  Errno tryOpen(String path, String how) {
    return errno(() -> tree.nodes().close(open(path, how)));
  }

  /** Returns the content, or the errno in brackets. */
  String read(String path) {
    try {
      Node node = open(path, "f");
      try {
        byte[] bytes = new byte[MOST];
        int count = tree.nodes().read((RegularFile) node, 0, bytes, 0, MOST);
        return new String(bytes, 0, count, StandardCharsets.UTF_8);
      } finally {
        tree.nodes().close(node);
      }
    } catch (Fault fault) {
      return "[" + fault.errno() + "]";
    }
  }

  /** Writes at an offset, making the file if it is missing. */
  Errno write(String path, long offset, String text) {
    return errno(
        () -> {
          RegularFile file = (RegularFile) open(path, "cfw");
          try {
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            long unused = tree.nodes().write(file, offset, false, bytes, 0, bytes.length);
          } finally {
            tree.nodes().close(file);
          }
        });
  }

  Errno replace(String path, String text) {
    Errno cut = tryOpen(path, "cftw");
    return cut == Errno.SUCCESS ? write(path, 0, text) : cut;
  }

  Errno append(String path, String text) {
    return errno(
        () -> {
          RegularFile file = (RegularFile) open(path, "cw");
          try {
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            long unused = tree.nodes().write(file, 0, true, bytes, 0, bytes.length);
          } finally {
            tree.nodes().close(file);
          }
        });
  }

  /** Sets the size through a descriptor that was opened for reading. */
  Errno setSize(String path, long size) {
    return errno(
        () -> {
          Node file = open(path, "f");
          try {
            if (!(file instanceof RegularFile regular)) {
              throw Errno.ISDIR.fault();
            }
            tree.nodes().setSize(regular, size);
          } finally {
            tree.nodes().close(file);
          }
        });
  }

  Errno mkdir(String path) {
    return errno(() -> tree.createDirectory(root(), path));
  }

  Errno rmdir(String path) {
    return errno(() -> tree.removeDirectory(root(), path));
  }

  Errno unlink(String path) {
    return errno(() -> tree.unlink(root(), path));
  }

  Errno link(String from, String to) {
    return errno(() -> tree.link(root(), from, root(), to));
  }

  Errno symlink(String target, String path) {
    return errno(() -> tree.createLink(target, root(), path));
  }

  Errno rename(String from, String to) {
    return errno(() -> tree.rename(root(), from, root(), to));
  }

  Errno touch(String path) {
    return errno(() -> tree.setTimes(root(), path, false, new Times(true, 5, true, 6)));
  }

  Stat stat(String path) throws Fault {
    return tree.stat(root(), path, false);
  }

  Errno tryStat(String path) {
    return errno(() -> tree.stat(root(), path, false));
  }

  /** Returns the target, or the errno in brackets. */
  String readLink(String path) {
    try {
      return tree.readLink(root(), path);
    } catch (Fault fault) {
      return "[" + fault.errno() + "]";
    }
  }

  List<DirectoryEntry> list(String path) throws Fault {
    Directory directory = (Directory) open(path, "d");
    try {
      return tree.nodes().list(directory, 0, MOST);
    } finally {
      tree.nodes().close(directory);
    }
  }
}
