package dev.cloche.host;

import dev.cloche.host.NativeResult.LeftOut;
import dev.cloche.workspace.NodeKind;
import dev.cloche.workspace.WorkspaceLimits;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/**
 * Looks at all that commands left in a workspace, while none of them runs.
 *
 * <p><b>Attacks.</b> The tree is the attacker's. No link is followed: directories are entered
 * through their parents' descriptors. FIFOs, sockets and devices are never opened. Names that are
 * not text, more nodes than a workspace may have, and what lies too deep are left out, each with a
 * reason, so that a tree of any size takes bounded time and memory.
 */
final class TreeScan {
  private static final String ATTRIBUTES =
      "unix:ino,size,ctime,lastModifiedTime,isRegularFile,isDirectory,isSymbolicLink";

  /** So many left-out paths are named; a hostile tree can have a million. */
  private static final int MAX_LEFT_OUT = 100;

  private final Path root;
  private final WorkspaceLimits limits;
  private final Map<String, Seen> nodes = new TreeMap<>();
  private final List<LeftOut> leftOut = new ArrayList<>();

  private TreeScan(Path root, WorkspaceLimits limits) {
    this.root = root;
    this.limits = limits;
  }

  static Seen.Tree scan(Path root, WorkspaceLimits limits) throws IOException {
    Instant now = Instant.now();
    long taken = TimeUnit.SECONDS.toNanos(now.getEpochSecond()) + now.getNano();
    TreeScan scan = new TreeScan(root, limits);
    try (SecureDirectoryStream<Path> top = open(root)) {
      scan.enter(top, "", 1);
    }
    return new Seen.Tree(scan.nodes, scan.leftOut, taken);
  }

  @SuppressWarnings("StreamResourceLeak") // the caller closes it
  static SecureDirectoryStream<Path> open(Path root) throws IOException {
    DirectoryStream<Path> stream = Files.newDirectoryStream(root);
    if (stream instanceof SecureDirectoryStream<Path> secure) {
      return secure;
    }
    stream.close();
    throw new IOException("directories cannot be entered without following links");
  }

  private void enter(SecureDirectoryStream<Path> directory, String prefix, int depth)
      throws IOException {
    try {
      for (Path entry : directory) {
        Path name = entry.getFileName();
        if (nodes.size() >= limits.nodes()) {
          leaveOut(prefix + name, "the workspace is limited to " + limits.nodes() + " nodes");
          return;
        }
        look(directory, name, prefix, depth);
      }
    } catch (DirectoryIteratorException unreadable) {
      throw unreadable.getCause();
    }
  }

  private void look(SecureDirectoryStream<Path> directory, Path name, String prefix, int depth) {
    String path = prefix + name;
    if (depth > limits.depth()) {
      leaveOut(path, "the workspace is limited to " + limits.depth() + " levels");
    } else if (!isText(name)) {
      leaveOut(path, "its name is not text");
    } else {
      try {
        Optional<Seen> seen = seen(path);
        if (seen.isEmpty()) {
          leaveOut(path, "it is a FIFO, a socket or a device");
          return;
        }
        nodes.put(path, seen.get());
        if (seen.get().kind() == NodeKind.DIRECTORY) {
          try (SecureDirectoryStream<Path> below =
              directory.newDirectoryStream(name, LinkOption.NOFOLLOW_LINKS)) {
            enter(below, path + "/", depth + 1);
          }
        }
      } catch (IOException unreadable) {
        leaveOut(path, "it cannot be read (" + unreadable.getClass().getSimpleName() + ")");
      }
    }
  }

  /** Bytes that are not text come back as other bytes. */
  private static boolean isText(Path name) {
    return name.getFileSystem().getPath(name.toString()).equals(name);
  }

  private Optional<Seen> seen(String path) throws IOException {
    Path file = root.resolve(path);
    Map<String, Object> found = Files.readAttributes(file, ATTRIBUTES, LinkOption.NOFOLLOW_LINKS);
    NodeKind kind;
    if (Boolean.TRUE.equals(found.get("isSymbolicLink"))) {
      kind = NodeKind.LINK;
    } else if (Boolean.TRUE.equals(found.get("isDirectory"))) {
      kind = NodeKind.DIRECTORY;
    } else if (Boolean.TRUE.equals(found.get("isRegularFile"))) {
      kind = NodeKind.FILE;
    } else {
      return Optional.empty();
    }
    return Optional.of(
        new Seen(
            kind,
            ((Number) found.get("ino")).longValue(),
            ((Number) found.get("size")).longValue(),
            nanos((FileTime) found.get("lastModifiedTime")),
            nanos((FileTime) found.get("ctime")),
            kind == NodeKind.LINK ? Files.readSymbolicLink(file).toString() : ""));
  }

  private static long nanos(FileTime time) {
    return time.to(TimeUnit.NANOSECONDS);
  }

  private void leaveOut(String path, String why) {
    if (leftOut.size() < MAX_LEFT_OUT) {
      leftOut.add(new LeftOut("/" + printable(path), why));
    } else if (leftOut.size() == MAX_LEFT_OUT) {
      leftOut.add(new LeftOut("/", "more was left out than is listed here"));
    }
  }

  private static String printable(String path) {
    String quoted = Text.quote(path);
    return quoted.substring(1, quoted.length() - 1);
  }
}
