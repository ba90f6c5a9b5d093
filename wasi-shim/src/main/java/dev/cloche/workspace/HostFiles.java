package dev.cloche.workspace;

import dev.cloche.workspace.tree.Directory;
import dev.cloche.workspace.tree.DirectoryEntry;
import dev.cloche.workspace.tree.Errno;
import dev.cloche.workspace.tree.Fault;
import dev.cloche.workspace.tree.FileTree;
import dev.cloche.workspace.tree.Kind;
import dev.cloche.workspace.tree.Node;
import dev.cloche.workspace.tree.OpenRequest;
import dev.cloche.workspace.tree.RegularFile;
import java.util.List;
import java.util.function.Predicate;

/**
 * The embedder's operations, made of those of the tree. Paths may be absolute here. The caller
 * holds the lock of the volume, so that several steps are one.
 */
final class HostFiles {
  private static final OpenRequest READ = new OpenRequest(true, false, false, false, false, false);
  private static final OpenRequest CREATE = new OpenRequest(true, true, false, false, false, true);
  private static final OpenRequest LIST = new OpenRequest(true, false, false, true, false, false);

  private final FileTree tree;

  HostFiles(FileTree tree) {
    this.tree = tree;
  }

  FileTree tree() {
    return tree;
  }

  /** Returns the path relative to the root; the root itself is {@code .}. */
  static String relative(String path) throws Fault {
    if (path.isEmpty()) {
      throw Errno.NOENT.fault();
    }
    int start = 0;
    while (start < path.length() && path.charAt(start) == '/') {
      start++;
    }
    return start == path.length() ? "." : path.substring(start);
  }

  void write(String path, byte[] content) throws Fault {
    String relative = relative(path);
    boolean existed = exists(path);
    createParents(relative);
    RegularFile file = (RegularFile) tree.open(tree.root(), relative, CREATE);
    try {
      replace(file, content);
    } catch (Fault fault) {
      if (!existed) {
        tree.unlink(tree.root(), relative);
      }
      throw fault;
    } finally {
      tree.nodes().close(file);
    }
  }

  /** Grows the file first: if the quota refuses, the old content is still there. */
  private void replace(RegularFile file, byte[] content) throws Fault {
    if (content.length > tree.nodes().stat(file).size()) {
      tree.nodes().setSize(file, content.length);
    }
    tree.nodes().write(file, 0, false, content, 0, content.length);
    tree.nodes().setSize(file, content.length);
  }

  byte[] read(String path) throws Fault {
    return read(path, Integer.MAX_VALUE - 8);
  }

  byte[] read(String path, int atMost) throws Fault {
    Node node = tree.open(tree.root(), relative(path), READ);
    try {
      if (!(node instanceof RegularFile file)) {
        throw Errno.ISDIR.fault();
      }
      long size = tree.nodes().stat(file).size();
      if (size > atMost) {
        throw Errno.FBIG.fault();
      }
      byte[] content = new byte[(int) size];
      tree.nodes().read(file, 0, content, 0, content.length);
      return content;
    } finally {
      tree.nodes().close(node);
    }
  }

  void createDirectories(String path) throws Fault {
    createParents(relative(path) + "/.");
  }

  void createParents(String relative) throws Fault {
    for (int slash = relative.indexOf('/'); slash >= 0; slash = relative.indexOf('/', slash + 1)) {
      String parent = relative.substring(0, slash);
      if (!exists(parent)) {
        tree.createDirectory(tree.root(), parent);
      } else if (tree.stat(tree.root(), parent, true).kind() != Kind.DIRECTORY) {
        throw Errno.NOTDIR.fault();
      }
    }
  }

  boolean exists(String path) throws Fault {
    return present(path, true);
  }

  /** Returns whether there is a node; without {@code follow} a dangling link counts too. */
  boolean present(String path, boolean follow) throws Fault {
    try {
      tree.stat(tree.root(), relative(path), follow);
      return true;
    } catch (Fault fault) {
      if (fault.errno() == Errno.NOENT || fault.errno() == Errno.NOTDIR) {
        return false;
      }
      throw fault;
    }
  }

  List<String> list(String path) throws Fault {
    Directory directory = (Directory) tree.open(tree.root(), relative(path), LIST);
    try {
      return tree.nodes().list(directory, 0, Integer.MAX_VALUE).stream()
          .map(DirectoryEntry::name)
          .filter(Predicate.not(name -> name.equals(".") || name.equals("..")))
          .sorted()
          .toList();
    } finally {
      tree.nodes().close(directory);
    }
  }

  NodeKind kind(String path) throws Fault {
    return NodeKind.of(tree.stat(tree.root(), relative(path), false).kind());
  }

  String readLink(String path) throws Fault {
    return tree.readLink(tree.root(), relative(path));
  }

  void link(String path, String target) throws Fault {
    String relative = relative(path);
    createParents(relative);
    tree.createLinkUnchecked(target, tree.root(), relative);
  }

  /** Deletes what a refused operation has made so far. */
  void deleteQuietly(String path) {
    try {
      if (present(path, false)) {
        delete(path);
      }
    } catch (Fault fault) {
      throw new IllegalStateException("partial copy could not be removed: " + fault.errno(), fault);
    }
  }

  void delete(String path) throws Fault {
    String relative = relative(path);
    if (tree.stat(tree.root(), relative, false).kind() != Kind.DIRECTORY) {
      tree.unlink(tree.root(), relative);
      return;
    }
    for (String name : list(path)) {
      delete(relative + "/" + name);
    }
    if (!relative.equals(".")) {
      tree.removeDirectory(tree.root(), relative);
    }
  }
}
