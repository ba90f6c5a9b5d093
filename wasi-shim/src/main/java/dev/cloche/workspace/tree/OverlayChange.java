package dev.cloche.workspace.tree;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One difference between an overlay and the host below it.
 *
 * @param path the names from the mount's root down; none for a mount of a single file
 * @param before what the host had there when it was read; null for nothing
 * @param fileBefore the file of the host that was read, if it was one
 * @param namesBefore for a directory, what was in it
 * @param after what shall be there; null for nothing
 * @param fresh whether the directory above is made by the same commit
 */
public record OverlayChange(
    List<String> path,
    @Nullable Node before,
    @Nullable LowerFile fileBefore,
    Set<String> namesBefore,
    @Nullable Node after,
    boolean fresh) {
  /** Returns the target of the link that shall be there; null if it shall be something else. */
  public @Nullable String targetAfter() {
    return after instanceof SymbolicLink link ? link.target() : null;
  }
}
