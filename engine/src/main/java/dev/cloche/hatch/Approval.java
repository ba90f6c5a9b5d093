package dev.cloche.hatch;

import dev.cloche.HatchApprover;
import dev.cloche.HatchRequest;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Asks an approver, on a thread of its own. */
final class Approval {
  private Approval() {}

  /** Returns the answer; no answer in time is a no. */
  static HatchApprover.Answer ask(HatchApprover approver, HatchRequest request, Duration patience) {
    FutureTask<Optional<HatchApprover.Answer>> task =
        new FutureTask<>(() -> Optional.ofNullable(approver.decide(request)));
    Thread thread = new Thread(task, "cloche-approver");
    thread.setDaemon(true);
    thread.start();
    try {
      return task.get(patience.toNanos(), TimeUnit.NANOSECONDS).orElse(HatchApprover.Answer.DENY);
    } catch (ExecutionException | TimeoutException e) {
      thread.interrupt();
    } catch (InterruptedException e) {
      thread.interrupt();
      Thread.currentThread().interrupt();
    }
    return HatchApprover.Answer.DENY;
  }
}
