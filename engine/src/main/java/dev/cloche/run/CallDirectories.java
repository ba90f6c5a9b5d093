package dev.cloche.run;

import dev.cloche.Capabilities.WorkspaceUse;
import dev.cloche.Plan;
import dev.cloche.ToolFiles;
import dev.cloche.wasi.HostBudget;
import dev.cloche.wasi.Preopen;
import dev.cloche.wasi.Wasi;
import dev.cloche.workspace.Workspace;
import dev.cloche.workspace.WorkspaceLimits;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The directories that one call is given, in the order of their numbers: the session's files, those
 * of the tool, those of hatches.
 *
 * @param use what the tool may do with the session's files
 * @param session the session's files
 * @param tool the tool's own
 * @param hatches directories of the host
 */
record CallDirectories(
    WorkspaceUse use, Workspace session, Optional<ToolFiles> tool, List<HatchMount> hatches) {

  CallDirectories {
    hatches = List.copyOf(hatches);
  }

  /** Those of a call that brings no hatch. */
  static CallDirectories of(Plan plan, Workspace session) {
    return new CallDirectories(plan.files(), session, plan.tool().files(), List.of());
  }

  /**
   * The same with hatches.
   *
   * @throws RefusedException if two of the directories would be at one place
   */
  CallDirectories with(List<HatchMount> mounts) throws RefusedException {
    List<Preopen> before = new ArrayList<>();
    tool.ifPresent(own -> before.add(own.preopen()));
    for (HatchMount mount : mounts) {
      if (before.stream().anyMatch(mount.preopen()::overlaps)) {
        throw new RefusedException(
            "call refused: a hatch for a mount is at the place of another, in it or around it");
      }
      before.add(mount.preopen());
    }
    return new CallDirectories(use, session, tool, mounts);
  }

  /** The same with another use of the session's files. */
  CallDirectories with(WorkspaceUse other) {
    return new CallDirectories(other, session, tool, hatches);
  }

  /** Begins the description of a guest that has these. */
  Wasi.Builder builder(HostBudget budget) {
    // A tool with files finds them under the same number in all calls, as its start-up code did.
    boolean keepsPlace = use == WorkspaceUse.NONE && tool.isPresent();
    Wasi.Builder builder = Wasi.builder(keepsPlace ? empty() : session, budget);
    if (keepsPlace || use == WorkspaceUse.READ) {
      builder.unchanged();
    } else if (use == WorkspaceUse.NONE) {
      builder.preopens(Map.of());
    }
    tool.ifPresent(own -> builder.preopen(own.preopen()));
    hatches.forEach(mount -> builder.preopen(mount.preopen()));
    return builder;
  }

  private static Workspace empty() {
    return Workspace.inMemory(new WorkspaceLimits(0, 1, 1));
  }

  /** To be called when the guest has its descriptors. */
  void settle() {
    hatches.forEach(HatchMount::settle);
  }
}
