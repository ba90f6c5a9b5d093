package dev.cloche.workspace;

import dev.cloche.workspace.CommitReport.Problem;
import dev.cloche.workspace.tree.Errno;
import dev.cloche.workspace.tree.Fault;
import dev.cloche.workspace.tree.FileTree;
import dev.cloche.workspace.tree.Kind;
import dev.cloche.workspace.tree.OpenRequest;
import dev.cloche.workspace.tree.PathPolicy;
import dev.cloche.workspace.tree.PathPolicy.Verdict;
import dev.cloche.workspace.tree.RegularFile;
import dev.cloche.workspace.tree.Stat;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Writes what is below a directory of the tree to a new or empty directory of the host, by the way
 * by which commits write: see {@link HostStage}. What cannot be written, or must not, is left out,
 * and all that is below it.
 *
 * <p><b>Attacks.</b> A guest made the names and links: those that a program of the host would obey,
 * or that could lead it out, stay away. Someone on the host may put links into the directory
 * meanwhile: nothing is written through them or over them. The caller holds the lock of the volume.
 */
final class HostCopyOut {
  private static final OpenRequest READ = new OpenRequest(false, false, false, false, false, false);

  private final HostFiles files;
  private final FileTree tree;
  private final PathPolicy policy;
  private final String guestPath;
  private final List<Problem> leftOut = new ArrayList<>();

  HostCopyOut(HostFiles files, ProtectedNames names, String guestPath) {
    this.files = files;
    this.tree = files.tree();
    this.policy = names.policy();
    this.guestPath = guestPath;
  }

  List<Problem> run(Path target, List<Mount> mounts) throws IOException, Fault {
    String top = HostFiles.relative(guestPath);
    List<String> names = files.list(top);
    Path real = prepare(target, mounts);
    try (HostRoot root = HostRoot.open(real)) {
      requireEmpty(real);
      try (HostStage stage = new HostStage(root)) {
        new Writer(root, stage).entries(top, names, List.of());
      }
    }
    return List.copyOf(leftOut);
  }

  /** Makes the directory if it is missing, and returns its path without links. */
  private Path prepare(Path target, List<Mount> mounts) throws IOException {
    Path absolute = target.toAbsolutePath();
    if (!Files.exists(absolute)) {
      Path parent = Objects.requireNonNull(absolute.getParent(), "the root always exists");
      requireApart(parent.toRealPath(), mounts);
      try {
        Files.createDirectory(absolute, HostStage.directoryMode());
      } catch (FileAlreadyExistsException link) {
        throw refusal("the target is a link that leads nowhere");
      }
    }
    Path real = absolute.toRealPath();
    requireApart(real, mounts);
    if (!Files.isDirectory(real)) {
      throw refusal("the target is not a directory");
    }
    return real;
  }

  /** What is written below a mount could show there, and be copied again, without an end. */
  private void requireApart(Path real, List<Mount> mounts) {
    for (Mount mount : mounts) {
      if (mount.isDirectory() && real.startsWith(mount.root().path())) {
        throw refusal("the target lies in a directory that is mounted");
      }
    }
  }

  private void requireEmpty(Path real) throws IOException {
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(real)) {
      if (entries.iterator().hasNext()) {
        throw refusal("the target is not empty");
      }
    }
  }

  private WorkspaceException refusal(String reason) {
    return new WorkspaceException("cannot copy out " + Messages.quote(guestPath) + ": " + reason);
  }

  /** One entry. */
  private record Item(String path, List<String> above, String name, Stat stat) {
    List<String> names() {
      List<String> longer = new ArrayList<>(above);
      longer.add(name);
      return longer;
    }
  }

  /** Writes to one host directory. */
  private final class Writer {
    private final HostRoot root;
    private final HostStage stage;
    private final List<String> outside = new ArrayList<>();

    Writer(HostRoot root, HostStage stage) {
      this.root = root;
      this.stage = stage;
      root.path().forEach(name -> outside.add(name.toString()));
    }

    void entries(String directory, List<String> names, List<String> above) {
      for (String name : names) {
        String path = directory + "/" + name;
        try {
          entry(new Item(path, above, name, tree.stat(tree.root(), path, false)));
        } catch (Fault fault) {
          leaveOut(above, name, "it cannot be read (" + fault.errno() + ")");
        } catch (InvalidPathException notOnThisHost) {
          leaveOut(above, name, "the host cannot have such a name");
        } catch (IOException failure) {
          leaveOut(above, name, Messages.reason(failure));
        }
      }
    }

    private void leaveOut(List<String> above, String name, String reason) {
      String base = guestPath.endsWith("/") ? guestPath : guestPath + "/";
      String prefix = above.isEmpty() ? "" : String.join("/", above) + "/";
      leftOut.add(new Problem(base + prefix + name, reason));
    }

    private void entry(Item item) throws IOException, Fault {
      requireFree(item);
      switch (item.stat().kind()) {
        case DIRECTORY -> {
          List<String> inside = files.list(item.path());
          place(stage.directory(), item);
          entries(item.path(), inside, item.names());
        }
        case REGULAR_FILE -> place(file(item), item);
        case SYMBOLIC_LINK -> place(link(item), item);
      }
    }

    private void requireFree(Item item) throws IOException {
      List<String> whole = new ArrayList<>(outside);
      whole.addAll(item.names());
      Verdict verdict = policy.judge(whole, outside.size());
      boolean leads = verdict == Verdict.LEADS_TO_PROTECTED;
      if (verdict == Verdict.PROTECTED || (leads && item.stat().kind() != Kind.DIRECTORY)) {
        throw new IOException("the name is protected");
      }
    }

    private Path file(Item item) throws IOException, Fault {
      RegularFile file = (RegularFile) tree.open(tree.root(), item.path(), READ);
      try {
        long size = tree.nodes().stat(file).size();
        return stage.file((offset, into) -> read(file, offset, into), size, HostStage.fileMode());
      } finally {
        tree.nodes().close(file);
      }
    }

    private int read(RegularFile file, long offset, byte[] into) throws Fault {
      int read = tree.nodes().read(file, offset, into, 0, into.length);
      if (read < into.length) {
        throw Errno.IO.fault();
      }
      return read;
    }

    private Path link(Item item) throws IOException, Fault {
      String target = tree.readLink(tree.root(), item.path());
      if (!Targets.staysInside(target, item.above().size())) {
        throw new IOException("the link leads out of the directory");
      }
      return stage.link(target);
    }

    private void place(Path prepared, Item item) throws IOException {
      List<Path> above = item.above().stream().map(this::hostName).toList();
      Path name = hostName(item.name());
      try (SecureDirectoryStream<Path> directory = root.enter(above)) {
        if (HostCheck.attributes(directory, name) != null) {
          throw new IOException("something appeared there");
        }
        stage.moveTo(prepared, directory, name);
      }
    }

    private Path hostName(String name) {
      return root.path().getFileSystem().getPath(name);
    }
  }
}
