package dev.cloche.workspace;

import dev.cloche.workspace.tree.Fault;
import dev.cloche.workspace.tree.FileTree;
import dev.cloche.workspace.tree.Kind;
import dev.cloche.workspace.tree.OpenRequest;
import dev.cloche.workspace.tree.RegularFile;
import dev.cloche.workspace.tree.Stat;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPOutputStream;
import org.apache.commons.compress.archivers.ArchiveEntry;
import org.apache.commons.compress.archivers.ArchiveOutputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.archivers.tar.TarConstants;
import org.apache.commons.compress.archivers.zip.AsiExtraField;
import org.apache.commons.compress.archivers.zip.UnixStat;
import org.apache.commons.compress.archivers.zip.ZipArchiveEntry;
import org.apache.commons.compress.archivers.zip.ZipArchiveOutputStream;

/**
 * Packs a directory of the tree into an archive that is safe to unpack: names are relative, links
 * that lead out are left out, modes are 0644 and 0755, and nobody owns anything. Equal trees give
 * equal archives.
 *
 * <p>The caller holds the lock of the volume.
 */
final class ArchiveOut {
  private static final OpenRequest READ = new OpenRequest(false, false, false, false, false, false);
  private static final int CHUNK = 64 * 1024;
  private static final int FILE_MODE = 0644;
  private static final int DIRECTORY_MODE = 0755;
  private static final int LINK_MODE = 0777;

  private final HostFiles files;
  private final FileTree tree;
  private final String top;
  private final boolean tar;
  private final OutputStream out;
  private final ArchiveOutputStream<ArchiveEntry> archive;
  private final List<String> leftOut = new ArrayList<>();

  ArchiveOut(HostFiles files, String guestPath, OutputStream out, ArchiveFormat format)
      throws IOException, Fault {
    this.files = files;
    this.tree = files.tree();
    this.top = HostFiles.relative(guestPath);
    this.tar = format != ArchiveFormat.ZIP;
    this.out = format == ArchiveFormat.TAR_GZIP ? new GZIPOutputStream(out) : out;
    this.archive = open(this.out, format);
  }

  @SuppressWarnings("unchecked") // entries of the right kind are made below
  private static ArchiveOutputStream<ArchiveEntry> open(OutputStream out, ArchiveFormat format)
      throws IOException {
    ArchiveOutputStream<? extends ArchiveEntry> archive;
    if (format == ArchiveFormat.ZIP) {
      archive = new ZipArchiveOutputStream(out);
    } else {
      TarArchiveOutputStream made = new TarArchiveOutputStream(out, StandardCharsets.UTF_8.name());
      made.setLongFileMode(TarArchiveOutputStream.LONGFILE_POSIX);
      made.setBigNumberMode(TarArchiveOutputStream.BIGNUMBER_POSIX);
      made.setAddPaxHeadersForNonAsciiNames(true);
      archive = made;
    }
    return (ArchiveOutputStream<ArchiveEntry>) archive;
  }

  /** Packs all, and returns the paths that were left out. */
  List<String> run() throws IOException, Fault {
    pack(top, "", 0);
    archive.finish();
    archive.flush();
    if (out instanceof GZIPOutputStream gzip) {
      gzip.finish();
    }
    return List.copyOf(leftOut);
  }

  private void pack(String directory, String prefix, int depth) throws IOException, Fault {
    for (String name : files.list(directory)) {
      String path = directory + "/" + name;
      Stat stat = tree.stat(tree.root(), path, false);
      switch (stat.kind()) {
        case DIRECTORY -> {
          put(prefix + name + "/", stat, "");
          archive.closeArchiveEntry();
          pack(path, prefix + name + "/", depth + 1);
        }
        case REGULAR_FILE -> {
          put(prefix + name, stat, "");
          copy(path, stat.size());
          archive.closeArchiveEntry();
        }
        case SYMBOLIC_LINK -> link(path, prefix + name, stat, depth);
      }
    }
  }

  private void link(String path, String name, Stat stat, int depth) throws IOException, Fault {
    String target = tree.readLink(tree.root(), path);
    if (!Targets.staysInside(target, depth)) {
      leftOut.add("/" + path);
      return;
    }
    put(name, stat, target);
    if (!tar) {
      archive.write(target.getBytes(StandardCharsets.UTF_8));
    }
    archive.closeArchiveEntry();
  }

  private void put(String name, Stat stat, String target) throws IOException {
    FileTime time = FileTime.from(stat.modified(), TimeUnit.NANOSECONDS);
    int mode =
        stat.kind() == Kind.DIRECTORY ? DIRECTORY_MODE : target.isEmpty() ? FILE_MODE : LINK_MODE;
    if (tar) {
      TarArchiveEntry entry =
          target.isEmpty()
              ? new TarArchiveEntry(name)
              : new TarArchiveEntry(name, TarConstants.LF_SYMLINK);
      entry.setLinkName(target);
      entry.setMode(mode);
      entry.setLastModifiedTime(FileTime.from(time.to(TimeUnit.SECONDS), TimeUnit.SECONDS));
      entry.setSize(stat.kind() == Kind.REGULAR_FILE ? stat.size() : 0);
      archive.putArchiveEntry(entry);
    } else {
      ZipArchiveEntry entry = new ZipArchiveEntry(name);
      entry.setUnixMode(target.isEmpty() ? mode : mode | UnixStat.LINK_FLAG);
      entry.setLastModifiedTime(time);
      if (!target.isEmpty()) {
        // The mode stands at the end of the archive only; who reads a stream sees it here.
        AsiExtraField link = new AsiExtraField();
        link.setLinkedFile(target);
        link.setMode(mode);
        entry.addExtraField(link);
      }
      archive.putArchiveEntry(entry);
    }
  }

  private void copy(String path, long size) throws IOException, Fault {
    RegularFile file = (RegularFile) tree.open(tree.root(), path, READ);
    try {
      byte[] buffer = new byte[CHUNK];
      for (long offset = 0; offset < size; ) {
        int wanted = (int) Math.min(CHUNK, size - offset);
        int read = tree.nodes().read(file, offset, buffer, 0, wanted);
        if (read < wanted) {
          throw new IOException("a file became shorter meanwhile");
        }
        archive.write(buffer, 0, read);
        offset += read;
      }
    } finally {
      tree.nodes().close(file);
    }
  }
}
