package dev.cloche.workspace.tree;

import java.util.List;

/** A directory of the host that a mount shows. Used under the lock of the volume only. */
public interface LowerDirectory {
  /**
   * Lists the files, directories and links; nothing else exists. Sorted by name, each name once.
   *
   * @param limit the most entries to return
   * @throws Fault {@code NOSPC} if there are more, {@code IO} if it cannot be read
   */
  List<LowerEntry> list(int limit) throws Fault;
}
