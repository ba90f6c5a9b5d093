package dev.cloche.workspace;

import dev.cloche.workspace.tree.Errno;
import dev.cloche.workspace.tree.Fault;
import dev.cloche.workspace.tree.LowerDirectory;
import dev.cloche.workspace.tree.LowerEntry;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A directory below a {@link HostRoot}, entered anew from the root for every use. FIFOs, sockets
 * and devices are not listed, nor are names that are not text.
 */
final class HostDirectory implements LowerDirectory {
  private final HostRoot root;
  private final List<Path> names;

  HostDirectory(HostRoot root, List<Path> names) {
    this.root = root;
    this.names = List.copyOf(names);
  }

  @Override
  public List<LowerEntry> list(int limit) throws Fault {
    try (SecureDirectoryStream<Path> stream = root.enter(names)) {
      List<LowerEntry> entries = new ArrayList<>();
      for (Path name : sortedNames(stream, limit)) {
        LowerEntry entry = entry(stream, name);
        if (entry != null) {
          entries.add(entry);
        }
      }
      return entries;
    } catch (IOException | DirectoryIteratorException unreadable) {
      throw HostRoot.fault(unreadable);
    }
  }

  /** Sorted, so that equal directories give equal trees. */
  private static List<Path> sortedNames(SecureDirectoryStream<Path> stream, int limit)
      throws Fault {
    List<Path> sorted = new ArrayList<>();
    for (Path entry : stream) {
      if (sorted.size() == limit) {
        throw Errno.NOSPC.fault();
      }
      sorted.add(entry.getFileName());
    }
    Collections.sort(sorted);
    return sorted;
  }

  private @Nullable LowerEntry entry(SecureDirectoryStream<Path> stream, Path name)
      throws IOException {
    String text = name.toString();
    // Bytes that are not text come back as other bytes.
    if (!name.getFileSystem().getPath(text).equals(name)) {
      return null;
    }
    try {
      BasicFileAttributes attributes = HostRoot.attributes(stream, name);
      if (attributes.isSymbolicLink()) {
        return new LowerEntry.Link(text, root.target(stream, names, name));
      }
      if (attributes.isDirectory()) {
        return new LowerEntry.Folder(text, below(name));
      }
      return attributes.isRegularFile()
          ? new LowerEntry.File(text, new HostFile(root, names, name, HostVersion.of(attributes)))
          : null;
    } catch (NoSuchFileException goneMeanwhile) {
      return null;
    }
  }

  private HostDirectory below(Path name) {
    List<Path> longer = new ArrayList<>(names);
    longer.add(name);
    return new HostDirectory(root, longer);
  }
}
