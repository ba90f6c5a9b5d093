package dev.cloche.egress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.net.InetAddress;
import java.util.List;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Look-ups on a machine that has no thread for them. */
class LookUpWithoutThreadTest {

  private static final long MINUTE = TimeUnit.MINUTES.toNanos(1);

  /** Has no thread for the first few, and then that of the caller. */
  private static final class Exhausted extends AbstractExecutorService {
    private int failures;

    Exhausted(int failures) {
      this.failures = failures;
    }

    @Override
    public void execute(Runnable work) {
      if (failures-- > 0) {
        throw new OutOfMemoryError("unable to create native thread");
      }
      work.run();
    }

    @Override
    public void shutdown() {}

    @Override
    public List<Runnable> shutdownNow() {
      return List.of();
    }

    @Override
    public boolean isShutdown() {
      return false;
    }

    @Override
    public boolean isTerminated() {
      return false;
    }

    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) {
      return true;
    }
  }

  @Test
  void l12_noThreadForALookUp_failsIt_andKeepsNoPlace() throws Exception {
    List<InetAddress> known = List.of(InetAddress.getByAddress(new byte[] {1, 2, 3, 4}));
    int more = Threads.LOOK_UPS + 1;
    ExecutorService threads = new Exhausted(more);
    LookUp lookUp = new LookUp(host -> known, threads);
    for (int i = 0; i < more; i++) {
      EgressException failure =
          assertThrows(
              EgressException.class, () -> lookUp.addresses("host.example", MINUTE, new Cut()));
      assertEquals(EgressException.Kind.UNREACHABLE, failure.kind());
    }
    assertEquals(known, lookUp.addresses("host.example", MINUTE, new Cut()));
  }
}
