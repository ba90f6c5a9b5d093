package dev.cloche.workspace;

import dev.cloche.workspace.tree.Fault;
import dev.cloche.workspace.tree.FileTree;
import dev.cloche.workspace.tree.LowerFile;
import dev.cloche.workspace.tree.Node;
import dev.cloche.workspace.tree.Overlay;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A file or directory of the host that shows in a workspace; made by {@link Workspace#mount}, and
 * written back by {@link Workspace#commit(Mount, OnConflict)}.
 */
public final class Mount implements AutoCloseable {
  private final String guestPath;
  private final Access access;
  private final HostRoot root;
  private final @Nullable Path file;
  private final Overlay overlay;

  private Mount(
      String guestPath, Access access, HostRoot root, @Nullable Path file, Overlay overlay) {
    this.guestPath = guestPath;
    this.access = access;
    this.root = root;
    this.file = file;
    this.overlay = overlay;
  }

  /** Puts a file or directory, given by a path without links, into the tree. */
  static Mount create(
      Path real, String guestPath, Access access, FileTree tree, ProtectedNames names)
      throws IOException, Fault {
    boolean directory = Files.isDirectory(real);
    if (!directory && !Files.isRegularFile(real)) {
      throw new WorkspaceException(
          "cannot mount "
              + Messages.quote(guestPath)
              + ": the source is neither a file nor a directory");
    }
    Path parent = Objects.requireNonNull(directory ? real : real.getParent(), "a file's parent");
    HostRoot root = HostRoot.open(parent);
    boolean done = false;
    try {
      String path = HostFiles.relative(guestPath);
      Path file = directory ? null : real.getFileName();
      Node top =
          file == null
              ? tree.mount(path, new HostDirectory(root, List.of()), above(real), names.policy())
              : tree.mount(path, lower(root, file));
      if (access == Access.READ) {
        tree.seal(tree.root(), path);
      }
      done = true;
      return new Mount(guestPath, access, root, file, tree.overlay(top));
    } finally {
      if (!done) {
        root.close();
      }
    }
  }

  private static LowerFile lower(HostRoot root, Path file) throws IOException {
    try (var directory = root.enter(List.of())) {
      BasicFileAttributes attributes = HostRoot.attributes(directory, file);
      return new HostFile(root, List.of(), file, HostVersion.of(attributes));
    }
  }

  private static List<String> above(Path real) {
    List<String> names = new ArrayList<>();
    real.forEach(name -> names.add(name.toString()));
    return names;
  }

  /** Returns where it shows in the workspace. */
  public String guestPath() {
    return guestPath;
  }

  /** Returns what guests may do with it. */
  public Access access() {
    return access;
  }

  boolean isDirectory() {
    return file == null;
  }

  HostRoot root() {
    return root;
  }

  Overlay overlay() {
    return overlay;
  }

  /** Returns the names on the host, from the root down, of a path in this mount. */
  List<String> hostNames(List<String> path) {
    return file == null ? path : List.of(file.toString());
  }

  /** Returns what the embedder calls a path in this mount. */
  String display(List<String> path) {
    String base = guestPath.equals("/") ? "" : guestPath;
    return path.isEmpty() ? guestPath : base + "/" + String.join("/", path);
  }

  /**
   * Lets go of the host directory. Files of the host, and directories that no guest looked into
   * before, answer {@code IO} from now on, through descriptors that are open too; what guests wrote
   * stays.
   */
  @Override
  public void close() {
    try {
      root.close();
    } catch (IOException unlikely) {
      throw new WorkspaceException("mount " + Messages.quote(guestPath) + " could not be closed");
    }
  }
}
