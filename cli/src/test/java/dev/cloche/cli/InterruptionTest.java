package dev.cloche.cli;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cloche.Outcome;
import dev.cloche.Running;
import org.junit.jupiter.api.Test;

class InterruptionTest {

  private final Interruption interruption = new Interruption();
  private final Call call = new Call();

  @Test
  void request_whileACallIsWatched_cancelsIt() {
    interruption.watch(call);
    assertFalse(call.cancelled);

    interruption.request();

    assertTrue(call.cancelled);
  }

  @Test
  void request_beforeTheCallStarts_cancelsItAtOnce() {
    interruption.request();

    interruption.watch(call);

    assertTrue(call.cancelled);
  }

  @Test
  void hook_afterANormalEnd_doesNothing() throws InterruptedException {
    interruption.watch(call);
    interruption.ended();

    Thread hook = interruption.hook();
    hook.start();
    hook.join();

    assertFalse(call.cancelled);
  }

  private static final class Call implements Running {
    private volatile boolean cancelled;

    @Override
    public void cancel() {
      cancelled = true;
    }

    @Override
    public boolean isDone() {
      return false;
    }

    @Override
    public Outcome await() {
      return Outcomes.cancelled();
    }
  }
}
