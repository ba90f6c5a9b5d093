package dev.cloche.policy;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.cloche.module.GuestText;
import dev.cloche.workspace.Access;
import dev.cloche.workspace.ProtectedNames;
import dev.cloche.workspace.Workspace;
import dev.cloche.workspace.WorkspaceLimits;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.TreeSet;

/**
 * The files of a session.
 *
 * @param limits how much the workspace may hold
 * @param mounts what of the host shows in it, in order of the guest's path; none inside another
 * @param protectedNames what no guest may change below mounts; in alphabetical order, each once
 */
public record WorkspacePolicy(
    WorkspaceLimits limits, List<PolicyMount> mounts, ProtectedNames protectedNames) {

  /** 64 mounts. */
  public static final int MAX_MOUNTS = 64;

  /**
   * Checks the mounts together.
   *
   * @throws IllegalArgumentException if there are too many, or one shows inside another
   */
  public WorkspacePolicy {
    Objects.requireNonNull(limits, "limits");
    mounts = mounts.stream().sorted((one, other) -> one.at().compareTo(other.at())).toList();
    Checks.range("number of mounts", mounts.size(), 0, MAX_MOUNTS);
    requireApart(mounts);
    protectedNames = new ProtectedNames(List.copyOf(new TreeSet<>(protectedNames.patterns())));
  }

  private static void requireApart(List<PolicyMount> mounts) {
    for (int i = 0; i < mounts.size(); i++) {
      for (PolicyMount other : mounts.subList(i + 1, mounts.size())) {
        if (mounts.get(i).overlaps(other)) {
          throw new IllegalArgumentException(
              "mounts at %s and %s overlap; each needs a place of its own"
                  .formatted(GuestText.quote(mounts.get(i).at()), GuestText.quote(other.at())));
        }
      }
    }
  }

  /** Returns an empty workspace with these limits. */
  public static WorkspacePolicy of(WorkspaceLimits limits) {
    return new WorkspacePolicy(limits, List.of(), ProtectedNames.defaults());
  }

  /**
   * Returns what both allow: the lower limits, the mounts of both with the stricter mode, the
   * protected names of either.
   */
  public WorkspacePolicy and(WorkspacePolicy other) {
    List<PolicyMount> shared = new ArrayList<>();
    for (PolicyMount mount : mounts) {
      for (PolicyMount same : other.mounts) {
        if (mount.host().equals(same.host()) && mount.at().equals(same.at())) {
          shared.add(mount.mode() == Access.READ ? mount : same);
        }
      }
    }
    List<String> names = new ArrayList<>(protectedNames.patterns());
    names.addAll(other.protectedNames.patterns());
    return new WorkspacePolicy(lower(other.limits), shared, new ProtectedNames(names));
  }

  private WorkspaceLimits lower(WorkspaceLimits other) {
    return new WorkspaceLimits(
        Math.min(limits.bytes(), other.bytes()),
        Math.min(limits.nodes(), other.nodes()),
        Math.min(limits.depth(), other.depth()));
  }

  /**
   * Makes the workspace: empty but for the mounts.
   *
   * @param clock what the embedder puts in gets its time
   * @throws dev.cloche.workspace.WorkspaceException if a mount cannot be made
   */
  public Workspace open(InstantSource clock) {
    Workspace made = Workspace.inMemory(limits, clock, protectedNames);
    try {
      mounts.forEach(
          mount -> {
            var ignored = made.mount(mount.host(), mount.at(), mount.mode());
          });
      return made;
    } catch (RuntimeException e) {
      made.close();
      throw e;
    }
  }

  /** Returns a builder that starts with these values. */
  public Builder toBuilder() {
    return new Builder(this);
  }

  /** Collects a workspace; not thread-safe. Values are checked by {@link #build()}. */
  public static final class Builder {
    private long bytes;
    private int files;
    private int depth;
    private final List<PolicyMount> mounts;
    private ProtectedNames names;

    private Builder(WorkspacePolicy start) {
      this.bytes = start.limits.bytes();
      this.files = start.limits.nodes();
      this.depth = start.limits.depth();
      this.mounts = new ArrayList<>(start.mounts);
      this.names = start.protectedNames;
    }

    /** Sets the bytes of all files and names together; 0 to 1 TiB. */
    @CanIgnoreReturnValue
    public Builder bytes(long most) {
      this.bytes = most;
      return this;
    }

    /** Sets the number of files, directories and links; 1 to 10,000,000. */
    @CanIgnoreReturnValue
    public Builder files(int most) {
      this.files = most;
      return this;
    }

    /** Sets how deep directories nest; 1 to 512. */
    @CanIgnoreReturnValue
    public Builder depth(int most) {
      this.depth = most;
      return this;
    }

    /** Adds a mount. */
    @CanIgnoreReturnValue
    public Builder mount(Path host, String at, Access mode) {
      mounts.add(new PolicyMount(host, at, mode));
      return this;
    }

    /** Sets what no guest may change below mounts, instead of the list so far. */
    @CanIgnoreReturnValue
    public Builder protectedNames(ProtectedNames list) {
      this.names = Objects.requireNonNull(list, "names");
      return this;
    }

    /**
     * Returns the workspace.
     *
     * @throws IllegalArgumentException if a value is out of its range or mounts overlap
     */
    public WorkspacePolicy build() {
      return new WorkspacePolicy(new WorkspaceLimits(bytes, files, depth), mounts, names);
    }
  }
}
