package dev.cloche.bench;

import dev.cloche.wasi.HostBudget;
import dev.cloche.wasi.HostStop;
import dev.cloche.wasi.Wasi;
import dev.cloche.workspace.Snapshot;
import dev.cloche.workspace.Workspace;
import dev.cloche.workspace.WorkspaceDiff;
import dev.cloche.workspace.WorkspaceLimits;

/** The engine's shim, over a workspace in memory, metered and untraced as in a call. */
final class ClocheTree implements ShimTree {

  private final Workspace workspace =
      Workspace.inMemory(new WorkspaceLimits(1 << 30, 100_000, WorkspaceLimits.DEFAULT_DEPTH));
  private final Wasi wasi = Wasi.builder(workspace, new Budget()).build();
  private final WasiGuest guest = new WasiGuest(wasi.hostFunctions());
  private Snapshot newest = workspace.snapshot();
  private Snapshot older = newest;

  @Override
  public WasiGuest guest() {
    return guest;
  }

  @Override
  public void put(String path, byte[] content) {
    workspace.writeFile(path, content);
  }

  @Override
  public void snapshot() {
    older = newest;
    newest = workspace.snapshot();
  }

  @Override
  public int changed() {
    WorkspaceDiff diff = workspace.diff(older);
    older.close();
    ShimWork.check("files added or removed", 0, diff.added().size() + diff.removed().size());
    return diff.changed().size();
  }

  @Override
  public void close() {
    wasi.close();
    workspace.close();
  }

  /** Counts and looks at the time as a guest's tank does, and never runs out. */
  private static final class Budget implements HostBudget {
    private static final long DEADLINE_NANOS = 86_400_000_000_000L;

    private final long start = System.nanoTime();
    private long used;

    @Override
    public void charge(long units) {
      if (units > Long.MAX_VALUE - used) {
        throw new Ended();
      }
      used += units;
    }

    @Override
    public void checkpoint() {
      if (System.nanoTime() - start > DEADLINE_NANOS) {
        throw new Ended();
      }
    }

    @Override
    public void sleep(long nanos) {
      throw new UnsupportedOperationException("nothing here sleeps");
    }

    @Override
    public long fuelUsed() {
      return used;
    }
  }

  private static final class Ended extends HostStop {
    private static final long serialVersionUID = 1L;

    Ended() {
      super("the budget is spent");
    }
  }
}
