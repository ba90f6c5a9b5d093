package dev.cloche.host;

import dev.cloche.workspace.Workspace;
import dev.cloche.workspace.WorkspaceDiff;
import dev.cloche.workspace.WorkspaceException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.Set;
import java.util.TreeSet;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.archivers.tar.TarConstants;

/**
 * What has to change in the sandbox's workspace, so that it is the session's again: what to delete,
 * and what to put there. It goes to a command in the sandbox itself, on its standard input: the
 * host never writes into a tree that a command has had its hands on, where a link could lead
 * anywhere.
 */
final class Push {
  /** First the names to delete, whose length comes as an argument; then an archive. */
  private static final String RECEIVE =
      "head -c \"$1\" | xargs -0 -r rm -rf -- && exec tar -x -m --no-same-owner -f -";

  private static final int FILE_MODE = 0644;
  private static final int PROGRAM_MODE = 0755;
  private static final int LINK_MODE = 0777;

  private final Workspace workspace;
  private final Set<String> deleted = new TreeSet<>();
  private final Set<String> put = new TreeSet<>();

  Push(Workspace workspace) {
    this.workspace = workspace;
  }

  /** Puts everything there; nothing is, yet. */
  void addAll() {
    workspace.list("/").forEach(put::add);
  }

  /** Puts what changed. */
  void add(WorkspaceDiff diff) {
    diff.removed().forEach(each -> add(each.path().substring(1)));
    diff.changed().forEach(each -> add(each.path().substring(1)));
    diff.added().forEach(each -> add(each.path().substring(1)));
  }

  /** Makes these paths, relative, what they are in the workspace. */
  void addPaths(Collection<String> paths) {
    paths.forEach(this::add);
  }

  private void add(String path) {
    if (!path.isEmpty()) {
      deleted.add(path);
      if (isThere(path)) {
        put.add(path);
      }
    }
  }

  private boolean isThere(String path) {
    try {
      return workspace.kind("/" + path) != null;
    } catch (WorkspaceException missing) {
      return false;
    }
  }

  /** Returns the paths, relative, that are to be made the same. */
  Set<String> paths() {
    Set<String> paths = new TreeSet<>(deleted);
    paths.addAll(put);
    return paths;
  }

  boolean isEmpty() {
    return deleted.isEmpty() && put.isEmpty();
  }

  /** Returns the command that takes what {@link #writeTo} writes. */
  NativeCommand command() {
    return NativeCommand.of("/bin/sh", "-c", RECEIVE, "sh", "" + names().length);
  }

  private byte[] names() {
    ByteArrayOutputStream names = new ByteArrayOutputStream();
    for (String path : deleted) {
      names.writeBytes(("./" + path).getBytes(StandardCharsets.UTF_8));
      names.write(0);
    }
    return names.toByteArray();
  }

  /** Writes the names and the archive. The stream is not closed. */
  void writeTo(OutputStream out) throws IOException {
    out.write(names());
    TarArchiveOutputStream archive = new TarArchiveOutputStream(out, StandardCharsets.UTF_8.name());
    archive.setLongFileMode(TarArchiveOutputStream.LONGFILE_POSIX);
    archive.setBigNumberMode(TarArchiveOutputStream.BIGNUMBER_POSIX);
    archive.setAddPaxHeadersForNonAsciiNames(true);
    for (String path : put) {
      if (!comesWithDirectory(path)) {
        write(archive, path);
      }
    }
    archive.finish();
    archive.flush();
  }

  private boolean comesWithDirectory(String path) {
    int slash = path.lastIndexOf('/');
    return slash >= 0
        && (put.contains(path.substring(0, slash)) || comesWithDirectory(path.substring(0, slash)));
  }

  private void write(TarArchiveOutputStream archive, String path) throws IOException {
    String at = "/" + path;
    switch (workspace.kind(at)) {
      case DIRECTORY -> {
        put(archive, new TarArchiveEntry(path + "/"), PROGRAM_MODE, new byte[0]);
        for (String name : workspace.list(at)) {
          write(archive, path + "/" + name);
        }
      }
      case FILE -> {
        byte[] content = workspace.readFile(at);
        int mode = isProgram(content) ? PROGRAM_MODE : FILE_MODE;
        put(archive, new TarArchiveEntry(path), mode, content);
      }
      case LINK -> {
        TarArchiveEntry entry = new TarArchiveEntry(path, TarConstants.LF_SYMLINK);
        entry.setLinkName(workspace.readLink(at));
        put(archive, entry, LINK_MODE, new byte[0]);
      }
    }
  }

  private static void put(
      TarArchiveOutputStream archive, TarArchiveEntry entry, int mode, byte[] content)
      throws IOException {
    entry.setMode(mode);
    entry.setSize(content.length);
    archive.putArchiveEntry(entry);
    archive.write(content);
    archive.closeArchiveEntry();
  }

  /** A workspace keeps no modes: what begins like a script or a program of Linux can be run. */
  private static boolean isProgram(byte[] content) {
    boolean script = startsWith(content, '#', '!');
    return script || startsWith(content, 0x7f, 'E', 'L', 'F');
  }

  private static boolean startsWith(byte[] content, int... magic) {
    for (int i = 0; i < magic.length; i++) {
      if (i >= content.length || content[i] != magic[i]) {
        return false;
      }
    }
    return true;
  }
}
