package dev.cloche.wasi;

import dev.cloche.workspace.tree.Directory;
import dev.cloche.workspace.tree.Errno;
import dev.cloche.workspace.tree.Fault;

/** An open directory: a base for paths that cannot be left through {@code ..}. */
final class DirectoryDescriptor extends Descriptor {
  private final GuestTree tree;
  private final Directory directory;
  private final String preopenName;

  /** Creates a descriptor; {@code preopenName} is empty unless the guest was given it at start. */
  DirectoryDescriptor(
      GuestTree tree, Directory directory, String preopenName, long rights, long inheriting) {
    super(rights, inheriting, 0);
    this.tree = tree;
    this.directory = directory;
    this.preopenName = preopenName;
  }

  /** Returns the tree that the directory is in. */
  GuestTree tree() {
    return tree;
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
    tree.nodes().close(directory);
  }
}
