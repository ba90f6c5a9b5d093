package dev.cloche.workspace;

import dev.cloche.workspace.tree.Difference;
import java.util.List;
import java.util.OptionalLong;

/**
 * What differs between a workspace and one of its snapshots. A value: it does not change when the
 * workspace does.
 *
 * <p>A node that was moved is removed at its old path and added at the new one. Times alone are no
 * difference; neither is a file that was written with the bytes it had.
 *
 * @param added paths that were not there, sorted
 * @param changed files with other bytes and links with another target, sorted
 * @param removed paths that are gone, sorted
 */
public record WorkspaceDiff(List<Entry> added, List<Entry> changed, List<Entry> removed) {
  private static final WorkspaceDiff NONE = new WorkspaceDiff(List.of(), List.of(), List.of());

  /** Copies the lists. */
  public WorkspaceDiff {
    added = List.copyOf(added);
    changed = List.copyOf(changed);
    removed = List.copyOf(removed);
  }

  /**
   * One path.
   *
   * @param path the absolute path in the workspace
   * @param kind what is there, or was
   * @param sizeBefore the size it had; empty if it was not there
   * @param sizeAfter the size it has; empty if it is gone
   */
  public record Entry(
      String path, NodeKind kind, OptionalLong sizeBefore, OptionalLong sizeAfter) {}

  /** Returns whether nothing differs. */
  public boolean isEmpty() {
    return added.isEmpty() && changed.isEmpty() && removed.isEmpty();
  }

  static WorkspaceDiff of(List<Difference> differences) {
    if (differences.isEmpty()) {
      return NONE;
    }
    List<Entry> added =
        differences.stream()
            .filter(each -> each.before() == Difference.NONE)
            .map(WorkspaceDiff::entry)
            .toList();
    List<Entry> removed =
        differences.stream()
            .filter(each -> each.after() == Difference.NONE)
            .map(WorkspaceDiff::entry)
            .toList();
    List<Entry> changed =
        differences.stream()
            .filter(each -> each.before() != Difference.NONE && each.after() != Difference.NONE)
            .map(WorkspaceDiff::entry)
            .toList();
    return new WorkspaceDiff(added, changed, removed);
  }

  private static Entry entry(Difference each) {
    return new Entry(
        "/" + each.path(), NodeKind.of(each.kind()), size(each.before()), size(each.after()));
  }

  private static OptionalLong size(long size) {
    return size == Difference.NONE ? OptionalLong.empty() : OptionalLong.of(size);
  }
}
