package dev.cloche.cli.serve;

import dev.cloche.Call;
import dev.cloche.InputException;
import dev.cloche.Limits;
import dev.cloche.Outcome;
import dev.cloche.Running;
import dev.cloche.Session;
import dev.cloche.audit.AuditException;
import dev.cloche.workspace.WorkspaceException;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.Content;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** One {@code tools/call}, from its arguments to its answer, on a thread that waits for it. */
final class CallWork {

  private static final long TICK_MILLIS = 250;

  private final ClientSession client;
  private final Offer offer;
  private final CallRequest request;
  private final Notices notices;
  private final ScheduledExecutorService clock;
  private @Nullable Running running;
  private boolean cancelled;
  private boolean unwanted;

  CallWork(
      ClientSession client,
      Offer offer,
      CallRequest request,
      Notices notices,
      ScheduledExecutorService clock) {
    this.client = client;
    this.offer = offer;
    this.request = request;
    this.notices = notices;
    this.clock = clock;
  }

  /**
   * Stops the guest.
   *
   * @param answered whether the client still wants the answer: after its own cancellation it gets
   *     none, as MCP has it
   */
  synchronized void cancel(boolean answered) {
    cancelled = true;
    unwanted |= !answered;
    if (running != null) {
      running.cancel();
    }
  }

  /** Makes the call and waits for it; empty if the client wants no answer. */
  Optional<CallToolResult> perform() {
    CallToolResult result;
    try {
      Session session = client.session();
      result = call(session, offer.prepare(request.arguments()));
    } catch (InputException arguments) {
      result = Results.refused(offer.name() + ": arguments refused:\n" + arguments.getMessage());
    } catch (WorkspaceException | AuditException | IllegalStateException closed) {
      result = Results.refused(offer.name() + ": refused: " + closed.getMessage());
    }
    return isUnwanted() ? Optional.empty() : Optional.of(result);
  }

  private CallToolResult call(Session session, Offer.Prepared prepared) {
    GuestLog log = new GuestLog(line -> notices.log(offer.name(), line));
    Call.Builder call = prepared.call();
    if (notices.wantsLog()) {
      call.copyStderrTo(log);
    }
    Limits limits = session.limits();
    try (Produced produced = new Produced(session.workspace())) {
      Outcome outcome = await(start(session, prepared, call.build()), limits);
      log.end();
      List<Content> files = produced.contents();
      if (!files.isEmpty()) {
        client.filesChanged();
      }
      return client.results().of(offer.name(), outcome, prepared.structured(), files);
    }
  }

  private synchronized Running start(Session session, Offer.Prepared prepared, Call call) {
    Running started = session.start(prepared.tool(), call);
    running = started;
    if (cancelled) {
      started.cancel();
    }
    return started;
  }

  private Outcome await(Running call, Limits limits) {
    if (request.progressToken().isEmpty()) {
      return call.await();
    }
    Object token = request.progressToken().get();
    Progress progress =
        new Progress(limits.fuel(), (used, limit) -> notices.progress(token, used, limit));
    ScheduledFuture<?> ticks =
        clock.scheduleWithFixedDelay(
            () -> progress.report(call.fuelUsed()),
            TICK_MILLIS,
            TICK_MILLIS,
            TimeUnit.MILLISECONDS);
    try {
      Outcome outcome = call.await();
      progress.end(outcome.usage().fuel());
      return outcome;
    } finally {
      boolean unused = ticks.cancel(false);
    }
  }

  private synchronized boolean isUnwanted() {
    return unwanted;
  }
}
