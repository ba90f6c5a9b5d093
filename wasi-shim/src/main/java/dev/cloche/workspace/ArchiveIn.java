package dev.cloche.workspace;

import dev.cloche.workspace.tree.Errno;
import dev.cloche.workspace.tree.Fault;
import dev.cloche.workspace.tree.FileTree;
import dev.cloche.workspace.tree.Kind;
import dev.cloche.workspace.tree.OpenRequest;
import dev.cloche.workspace.tree.RegularFile;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;

/**
 * Unpacks an archive into the tree.
 *
 * <p><b>Attacks (F20).</b> A member whose name leads out, a member that goes through a link which
 * another member made, a link to somewhere outside, a name that comes twice, and a bomb. So every
 * name is taken apart here, every directory above a member is one that is no link, a link must stay
 * inside what is unpacked, nothing is ever replaced, and sizes are those that come out, not those
 * that the headers tell. If anything is refused, all that was unpacked is removed.
 *
 * <p>The caller holds the lock of the volume.
 */
final class ArchiveIn {
  private static final OpenRequest CREATE = new OpenRequest(false, true, true, false, false, true);
  private static final int CHUNK = 64 * 1024;

  private final HostFiles files;
  private final FileTree tree;
  private final WorkspaceLimits limits;
  private final String guestPath;
  private final byte[] buffer = new byte[CHUNK];
  private String current;

  ArchiveIn(HostFiles files, WorkspaceLimits limits, String guestPath) {
    this.files = files;
    this.tree = files.tree();
    this.limits = limits;
    this.guestPath = guestPath;
    this.current = guestPath;
  }

  void run(InputStream in, ArchiveFormat format, ArchiveLimits bounds) {
    boolean started = false;
    boolean done = false;
    try {
      files.createDirectories(guestPath);
      if (!files.list(guestPath).isEmpty()) {
        throw Errno.NOTEMPTY.fault();
      }
      started = true;
      ArchiveSource source = new ArchiveSource(in, format, bounds);
      for (var member = source.next(); member != null; member = source.next()) {
        unpack(source, member);
      }
      done = true;
    } catch (Fault fault) {
      throw Messages.failure("unpack", current, fault.errno(), limits);
    } catch (IOException | IllegalArgumentException broken) {
      // Some malformed archives make the library throw the second.
      throw new WorkspaceException(
          "cannot unpack " + Messages.quote(current) + ": " + Messages.archive(broken));
    } finally {
      if (started && !done) {
        files.deleteQuietly(guestPath);
      }
    }
  }

  private void unpack(ArchiveSource source, ArchiveSource.Member member) throws IOException, Fault {
    List<String> names = names(member.name());
    current = guestPath + "/" + member.name();
    if (names.isEmpty() || member.what() == ArchiveSource.What.NOTHING) {
      return;
    }
    makeParents(names);
    String path = path(names);
    switch (member.what()) {
      case DIRECTORY -> makeDirectory(path);
      case FILE -> write(source, path);
      case LINK -> {
        if (!Targets.staysInside(member.target(), names.size() - 1)) {
          throw new IOException("the link leads out of the archive");
        }
        tree.createLink(member.target(), tree.root(), path);
      }
      case HARD_LINK -> {
        List<String> target = names(member.target());
        makeParents(target);
        tree.link(tree.root(), path(target), tree.root(), path);
      }
      case NOTHING -> throw new AssertionError("left out above");
    }
  }

  /** Takes a name apart; nothing in it may lead up, start at a root, or mean a drive. */
  static List<String> names(String name) throws IOException {
    List<String> names = new ArrayList<>();
    if (name.startsWith("/") || name.indexOf('\\') >= 0 || name.indexOf('\0') >= 0) {
      throw new IOException("the name of the member is not a relative path");
    }
    for (String each : name.split("/", -1)) {
      if (each.equals("..")) {
        throw new IOException("the name of the member leads up");
      }
      if (!each.isEmpty() && !each.equals(".")) {
        names.add(each);
      }
    }
    return names;
  }

  private String path(List<String> names) throws Fault {
    String base = HostFiles.relative(guestPath);
    return base + "/" + String.join("/", names);
  }

  private void makeParents(List<String> names) throws Fault {
    for (int i = 1; i < names.size(); i++) {
      makeDirectory(path(names.subList(0, i)));
    }
  }

  /** Makes a directory or finds one; a link to one is none. */
  private void makeDirectory(String path) throws Fault {
    if (!files.present(path, false)) {
      tree.createDirectory(tree.root(), path);
    } else if (tree.stat(tree.root(), path, false).kind() != Kind.DIRECTORY) {
      throw Errno.NOTDIR.fault();
    }
  }

  private void write(ArchiveSource source, String path) throws IOException, Fault {
    RegularFile file = (RegularFile) tree.open(tree.root(), path, CREATE);
    try {
      long offset = 0;
      for (int read = source.read(buffer); read >= 0; read = source.read(buffer)) {
        offset = tree.nodes().write(file, offset, false, buffer, 0, read);
      }
    } finally {
      tree.nodes().close(file);
    }
  }
}
