package dev.cloche.run;

import dev.cloche.Call;
import dev.cloche.Captured;
import dev.cloche.Limits;
import dev.cloche.Outcome;
import dev.cloche.Running;
import dev.cloche.Tool;
import dev.cloche.Usage;
import dev.cloche.egress.Egress;
import dev.cloche.workspace.Workspace;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One call, from admission to outcome, on a guest thread. */
final class RunningCall implements Running {

  private static final Logger LOG = LoggerFactory.getLogger(RunningCall.class);

  private final Tool tool;
  private final Call call;
  private final Limits limits;
  private final Workspace workspace;
  private final Egress egress;
  private final EngineCore engine;
  private final Deadline deadline;
  private final CompletableFuture<Outcome> outcome = new CompletableFuture<>();

  RunningCall(
      EngineCore engine, Tool tool, Call call, Limits limits, Workspace workspace, Egress egress) {
    this.engine = engine;
    this.tool = tool;
    this.call = call;
    this.limits = limits;
    this.workspace = workspace;
    this.egress = egress;
    this.deadline = new Deadline(limits.wall());
  }

  /** Starts the guest's thread; {@code atEnd} runs on it last. */
  void start(Runnable atEnd) {
    Runnable guest =
        () -> {
          outcome.complete(guarded());
          atEnd.run();
        };
    try {
      if (call.stdoutCopy().isPresent()
          || call.stderrCopy().isPresent()
          || call.trace().isPresent()) {
        // The embedder's code, which gets a thread without a past and without a future.
        GuestThreads.startNew(guest);
      } else {
        engine.threads().start(guest);
      }
    } catch (OutOfMemoryError noThread) {
      outcome.complete(new Outcome.Refused("call refused: the machine has no thread left for it"));
      atEnd.run();
    }
  }

  /** Ends a call that was not started, for those who already wait for it. */
  void abandon() {
    outcome.complete(new Outcome.Cancelled(Captured.EMPTY, Captured.EMPTY, Usage.NONE));
  }

  private Outcome guarded() {
    try {
      return perform();
    } catch (RefusedException refused) {
      return new Outcome.Refused(refused.reason());
    } catch (Throwable fault) {
      LOG.error("call failed", fault);
      return fault(fault);
    }
  }

  private static Outcome fault(Throwable fault) {
    return new Outcome.HostFault(
        fault.getClass().getSimpleName(), Captured.EMPTY, Captured.EMPTY, Usage.NONE);
  }

  private Outcome perform() throws RefusedException {
    Image image = image();
    if (image == null) {
      return new Outcome.Cancelled(Captured.EMPTY, Captured.EMPTY, Usage.NONE);
    }
    long memory = image.memoryWithin(limits);
    engine.admission().admit(memory);
    try {
      return new GuestRun(
              image, tool.name(), call, limits, workspace, egress, deadline, engine.spareArrays())
          .run();
    } finally {
      engine.admission().release(memory);
    }
  }

  /** Waits for the image; null if the call was cancelled meanwhile. */
  private @Nullable Image image() throws RefusedException {
    CompletableFuture<Image> future = engine.images().of(tool);
    CompletableFuture<Image> ignored = future.whenComplete((image, fault) -> deadline.signal());
    deadline.awaitOrCancel(future::isDone);
    if (!future.isDone()) {
      return null;
    }
    try {
      return future.get();
    } catch (InterruptedException e) {
      return null;
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RefusedException refused) {
        throw refused;
      }
      throw new IllegalStateException(e.getCause());
    }
  }

  @Override
  public void cancel() {
    deadline.cancel();
  }

  @Override
  public boolean isDone() {
    return outcome.isDone();
  }

  @Override
  public Outcome await() {
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return outcome.get();
        } catch (InterruptedException e) {
          interrupted = true;
          cancel();
        } catch (ExecutionException e) {
          throw new AssertionError("an outcome is always completed normally", e);
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
