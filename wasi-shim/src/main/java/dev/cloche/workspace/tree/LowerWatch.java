package dev.cloche.workspace.tree;

import java.util.List;

/** Is told what of the host was looked at, under the lock of the volume. */
interface LowerWatch {
  /** A directory was listed. */
  void listed(LowerDirectory directory, List<LowerEntry> entries);

  /** A directory could not be listed. */
  void notListed(LowerDirectory directory, Errno error);

  /** A file was opened, or was open. */
  void opened(LowerFile file);

  /** A file could not be opened. */
  void notOpened(LowerFile file, Errno error);
}
