package dev.cloche.workspace;

import dev.cloche.workspace.image.HostContents;
import dev.cloche.workspace.image.WorkspaceImage;
import dev.cloche.workspace.tree.TreeCapture;
import java.util.Optional;

/**
 * A workspace as it was at one moment, and what was looked at since of the host's files that show
 * in it; made by {@link Workspace#capture}. Closing it ends the looking on.
 */
public final class WorkspaceCapture implements AutoCloseable {
  private final WorkspaceImage image;
  private final TreeCapture capture;

  WorkspaceCapture(WorkspaceImage image, TreeCapture capture) {
    this.image = image;
    this.capture = capture;
  }

  /** Returns all that the workspace held. */
  public WorkspaceImage image() {
    return image;
  }

  /** Returns what was looked at of the host since. */
  public HostContents contents() {
    return capture.contents();
  }

  /** Returns why image and contents are not all of it, one sentence; empty if they are. */
  public Optional<String> problem() {
    return Optional.ofNullable(capture.problem());
  }

  /** Returns how many of the bytes that it may take are left. */
  public long left() {
    return capture.left();
  }

  @Override
  public void close() {
    capture.close();
  }
}
