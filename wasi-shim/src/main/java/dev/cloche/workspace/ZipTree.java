package dev.cloche.workspace;

import dev.cloche.workspace.tree.Errno;
import dev.cloche.workspace.tree.Fault;
import dev.cloche.workspace.tree.FileTree;
import dev.cloche.workspace.tree.LowerDirectory;
import dev.cloche.workspace.tree.LowerEntry;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.commons.compress.archivers.zip.ZipArchiveEntry;
import org.apache.commons.compress.archivers.zip.ZipFile;
import org.apache.commons.compress.utils.SeekableInMemoryByteChannel;

/**
 * Shows a zip archive as a tree, sealed.
 *
 * <p>All names are made nodes before the first guest looks: what a call costs, and the numbers that
 * it sees, must not depend on which call of whom was there before. Only bytes are inflated late,
 * which no guest can tell.
 *
 * <p><b>Attacks.</b> Names as {@link ArchiveIn} has them. A bomb is bounded by the sizes that the
 * archive's directory tells, since no file may give more or less.
 */
final class ZipTree {
  /** What everything in the tree has as its times. */
  static final Instant TIME = Instant.parse("1980-01-01T00:00:00Z");

  private final ZipFile zip;
  private final Folder root = new Folder();
  private final ArchiveLimits bounds;
  private long bytes;
  private int entries;

  private ZipTree(ZipFile zip, ArchiveLimits bounds) {
    this.zip = zip;
    this.bounds = bounds;
  }

  /** A directory: what is in it, by name. */
  private static final class Folder implements LowerDirectory {
    private final Map<String, Folder> folders = new TreeMap<>();
    private final Map<String, ZipMember> files = new TreeMap<>();

    boolean has(String name) {
      return folders.containsKey(name) || files.containsKey(name);
    }

    @Override
    public List<LowerEntry> list(int limit) throws Fault {
      if (folders.size() + files.size() > limit) {
        throw Errno.NOSPC.fault();
      }
      Map<String, LowerEntry> sorted = new TreeMap<>();
      folders.forEach((name, folder) -> sorted.put(name, new LowerEntry.Folder(name, folder)));
      files.forEach((name, file) -> sorted.put(name, new LowerEntry.File(name, file)));
      return List.copyOf(sorted.values());
    }
  }

  /** Fills an empty tree. */
  @SuppressWarnings("StreamResourceLeak") // nothing but memory, and read from as long as the tree
  static void show(byte[] archive, ArchiveLimits bounds, HostFiles files) throws Fault {
    try {
      SeekableInMemoryByteChannel channel = new SeekableInMemoryByteChannel(archive);
      ZipFile zip = ZipFile.builder().setSeekableByteChannel(channel).get();
      Folder root = new ZipTree(zip, bounds).read();
      FileTree tree = files.tree();
      var ignored = tree.mount(".", root, List.of(), ProtectedNames.none().policy());
      tree.seal(tree.root(), ".");
      load(files, "", root);
    } catch (IOException | IllegalArgumentException broken) {
      throw new WorkspaceException("cannot show an archive: " + Messages.archive(broken));
    }
  }

  private static void load(HostFiles files, String path, Folder folder) throws Fault {
    var ignored = files.list(path + "/");
    for (Map.Entry<String, Folder> each : folder.folders.entrySet()) {
      load(files, path + "/" + each.getKey(), each.getValue());
    }
  }

  private Folder read() throws IOException {
    for (var all = zip.getEntries(); all.hasMoreElements(); ) {
      add(all.nextElement());
    }
    return root;
  }

  private void add(ZipArchiveEntry entry) throws IOException {
    List<String> names = new ArrayList<>(ArchiveIn.names(entry.getName()));
    if (entry.isDirectory()) {
      Folder ignored = folder(names);
      return;
    }
    if (names.isEmpty()
        || entry.isUnixSymlink()
        || !zip.canReadEntryData(entry)
        || !ArchiveSource.isReadable(entry)) {
      throw new IOException("a member is no plain file");
    }
    String name = names.remove(names.size() - 1);
    Folder folder = folder(names);
    if (folder.has(name)) {
      throw new IOException("the name of a member comes twice");
    }
    count();
    bytes += entry.getSize();
    if (entry.getSize() < 0 || bytes > Math.min(bounds.bytes(), Integer.MAX_VALUE)) {
      throw new IOException("more than " + bounds.bytes() + " bytes come out of it");
    }
    folder.files.put(name, new ZipMember(zip, entry));
  }

  private Folder folder(List<String> names) throws IOException {
    Folder folder = root;
    for (String name : names) {
      if (folder.files.containsKey(name)) {
        throw new IOException("the name of a member comes twice");
      }
      if (!folder.folders.containsKey(name)) {
        count();
        folder.folders.put(name, new Folder());
      }
      folder = folder.folders.get(name);
    }
    return folder;
  }

  private void count() throws IOException {
    if (++entries > bounds.entries()) {
      throw new IOException("it has more than " + bounds.entries() + " members");
    }
  }
}
