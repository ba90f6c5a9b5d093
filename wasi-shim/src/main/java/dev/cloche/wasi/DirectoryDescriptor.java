package dev.cloche.wasi;

import dev.cloche.workspace.tree.Directory;
import dev.cloche.workspace.tree.Errno;
import dev.cloche.workspace.tree.Fault;
import dev.cloche.workspace.tree.OpenNodes;

/** An open directory: a base for paths that cannot be left through {@code ..}. */
final class DirectoryDescriptor extends Descriptor {
  private final OpenNodes nodes;
  private final Directory directory;
  private final String preopenName;

  /** Creates a descriptor; {@code preopenName} is empty unless the guest was given it at start. */
  DirectoryDescriptor(
      OpenNodes nodes, Directory directory, String preopenName, long rights, long inheriting) {
    super(rights, inheriting, 0);
    this.nodes = nodes;
    this.directory = directory;
    this.preopenName = preopenName;
  }

  Directory directory() {
    return directory;
  }

  /** Returns the name by which the guest was given it, or answers {@code BADF}. */
  String preopenName() throws Fault {
    if (preopenName.isEmpty()) {
      throw Errno.BADF.fault();
    }
    return preopenName;
  }

  @Override
  FileType type() {
    return FileType.DIRECTORY;
  }

  @Override
  int read(byte[] buffer, int offset, int length) throws Fault {
    throw Errno.ISDIR.fault();
  }

  @Override
  void write(byte[] buffer, int offset, int length) throws Fault {
    throw Errno.ISDIR.fault();
  }

  @Override
  void close() {
    nodes.close(directory);
  }
}
