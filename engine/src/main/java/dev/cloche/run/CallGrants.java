package dev.cloche.run;

import dev.cloche.Hatch;
import dev.cloche.HatchOperation;
import dev.cloche.HatchOperation.MoreFuel;
import dev.cloche.Limits;
import dev.cloche.Plan;
import dev.cloche.egress.Ends;
import dev.cloche.hatch.HatchUse;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What a call takes when it starts, and gives back at its end: the uses of its hatches. */
final class CallGrants implements AutoCloseable {

  private final SessionCore session;
  private final String call;
  private final Plan plan;
  private final CallNetwork network;
  private final List<HatchUse<MoreFuel>> uses = new ArrayList<>();
  private final List<HatchMount> mounts = new ArrayList<>();

  CallGrants(SessionCore session, String call, Plan plan, CallNetwork network) {
    this.session = session;
    this.call = call;
    this.plan = plan;
    this.network = network;
  }

  /**
   * Takes one use of each hatch for fuel or a mount.
   *
   * @throws RefusedException if one does not open, or is for something that a call cannot use
   */
  CallSetting take() throws RefusedException {
    Limits limits = plan.policy().limits();
    for (Hatch hatch : plan.call().hatches()) {
      HatchOperation operation = hatch.request().operation();
      if (operation instanceof MoreFuel) {
        limits = limits.toBuilder().fuel(more(limits.fuel(), take(hatch))).build();
      } else if (operation instanceof HatchOperation.ExtraMount) {
        mounts.add(HatchMount.take(session.hatches(), call, plan, hatch));
      } else if (operation instanceof HatchOperation.NativeCommand) {
        throw refused("a hatch for a native command does not fit a call of a module");
      }
    }
    CallDirectories files = CallDirectories.of(plan, session.workspace()).with(mounts);
    return new CallSetting(session.options().id(), plan, limits, files, network);
  }

  private long take(Hatch hatch) throws RefusedException {
    // Fuel that was granted is spent as the call runs; to take it back is to cancel the call.
    Optional<HatchUse<MoreFuel>> use =
        session.hatches().consume(hatch, call, MoreFuel.class, wanted -> true, () -> {});
    if (use.isEmpty()) {
      close();
      throw refused("a hatch for more fuel does not open: it is " + hatch.state());
    }
    uses.add(use.get());
    return use.get().operation().fuel();
  }

  private static long more(long fuel, long extra) {
    return extra > Limits.MAX_FUEL - fuel ? Limits.MAX_FUEL : fuel + extra;
  }

  private static RefusedException refused(String why) {
    return new RefusedException("call refused: " + why);
  }

  @Override
  public void close() {
    List<Runnable> ends = new ArrayList<>();
    uses.forEach(use -> ends.add(use::close));
    mounts.forEach(mount -> ends.add(mount::close));
    uses.clear();
    mounts.clear();
    Ends.run(ends);
  }
}
