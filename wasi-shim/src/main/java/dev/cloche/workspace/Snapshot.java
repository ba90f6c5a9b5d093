package dev.cloche.workspace;

import dev.cloche.workspace.tree.Mark;
import dev.cloche.workspace.tree.Volume;

/**
 * The state of a workspace at one moment; made by {@link Workspace#snapshot}.
 *
 * <p>Making one costs nothing. While it is held, the workspace keeps what is changed and removed:
 * at most one tree of the size that {@link WorkspaceLimits} allows for each snapshot. Closing it,
 * or letting it become unreachable, lets that memory go with the next snapshot.
 */
public final class Snapshot implements AutoCloseable {
  private final Volume volume;
  private final Mark mark;

  Snapshot(Volume volume) {
    this.volume = volume;
    this.mark = volume.mark();
  }

  /** Returns the mark, which the volume refuses if it is another's, or if it was closed. */
  Mark mark() {
    return mark;
  }

  /** Gives the memory back; the snapshot is of no use afterwards. Closing twice is harmless. */
  @Override
  public void close() {
    volume.release(mark);
  }
}
