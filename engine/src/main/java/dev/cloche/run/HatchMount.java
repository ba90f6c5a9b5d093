package dev.cloche.run;

import dev.cloche.Hatch;
import dev.cloche.HatchOperation.ExtraMount;
import dev.cloche.Plan;
import dev.cloche.Policy;
import dev.cloche.egress.Ends;
import dev.cloche.hatch.HatchBook;
import dev.cloche.hatch.HatchUse;
import dev.cloche.policy.PolicyException;
import dev.cloche.policy.PolicyMount;
import dev.cloche.policy.PolicySource;
import dev.cloche.wasi.Preopen;
import dev.cloche.workspace.Workspace;
import dev.cloche.workspace.WorkspaceException;
import java.io.IOException;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A directory of the host that a hatch opens for one call, in a workspace of its own: what the
 * guest changes there never reaches the host, and is gone with the call. A revoke closes the
 * workspace: all that the guest has open in it answers {@code EBADF} from then on.
 */
final class HatchMount implements AutoCloseable {

  private final Workspace files;
  private final Preopen preopen;
  private @Nullable HatchUse<ExtraMount> use;
  private volatile boolean isRevoked;

  private HatchMount(Workspace files, String at) {
    this.files = files;
    this.preopen = new Preopen(at, files, false);
  }

  /**
   * Takes one use of a hatch, and then opens its directory.
   *
   * @param call the id of the call
   * @throws RefusedException if the hatch does not open, or its directory is not one that guests
   *     may see
   */
  static HatchMount take(HatchBook book, String call, Plan plan, Hatch hatch)
      throws RefusedException {
    ExtraMount asked = (ExtraMount) hatch.request().operation();
    Policy policy = plan.policy();
    Workspace files =
        Workspace.inMemory(
            policy.workspace().limits(),
            InstantSource.system(),
            policy.workspace().protectedNames());
    HatchMount mount = new HatchMount(files, asked.guest());
    try {
      mount.open(book, call, policy, hatch);
      return mount;
    } catch (RefusedException | RuntimeException failure) {
      mount.close();
      throw failure;
    }
  }

  private void open(HatchBook book, String call, Policy policy, Hatch hatch)
      throws RefusedException {
    Optional<HatchUse<ExtraMount>> taken =
        book.consume(hatch, call, ExtraMount.class, wanted -> true, this::revoke);
    if (taken.isEmpty()) {
      throw new RefusedException(
          "call refused: a hatch for a mount does not open: it is " + hatch.state());
    }
    use = taken.get();
    show(policy, taken.get().operation());
  }

  private void show(Policy policy, ExtraMount mount) throws RefusedException {
    try {
      PolicySource.requireMountable(
          policy, new PolicyMount(mount.host(), mount.guest(), mount.access()));
      var ignored = files.mount(mount.host(), "/", mount.access());
    } catch (PolicyException | WorkspaceException refused) {
      throw new RefusedException("call refused: the directory of a hatch: " + refused.getMessage());
    } catch (IOException unreachable) {
      throw new RefusedException("call refused: a file of the policy cannot be reached");
    }
  }

  /** What the guest is given. */
  Preopen preopen() {
    return preopen;
  }

  private void revoke() {
    isRevoked = true;
    files.close();
  }

  /**
   * To be called when the guest has its descriptors: those that it got after a revoke end too,
   * which a revoke before did not know of.
   */
  void settle() {
    if (isRevoked) {
      files.close();
    }
  }

  @Override
  public void close() {
    HatchUse<ExtraMount> taken = use;
    Ends.run(taken == null ? List.of(files::close) : List.of(taken::close, files::close));
  }
}
