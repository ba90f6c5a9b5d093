package dev.cloche.workspace.tree;

/**
 * On whose behalf the tree works: it tells the time and pays for the work.
 *
 * <p>A guest's caller tells the guest's clock, so that a virtual clock gives equal file times in
 * every run, and turns work into fuel. May throw an unchecked exception of the engine from {@link
 * #spend}; the tree calls it only where nothing has been changed yet.
 */
public interface Caller {
  /** Returns the time for nodes that change now, in nanoseconds since 1970. */
  long now();

  /** Pays for {@code steps} units of work: path components, entries or nodes visited. */
  void spend(long steps);
}
