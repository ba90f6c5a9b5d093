package dev.cloche.run;

import dev.cloche.Backend;
import dev.cloche.Captured;
import dev.cloche.CommandSession;
import dev.cloche.CommandUsage;
import dev.cloche.LentSecrets;
import dev.cloche.Outcome;
import dev.cloche.Plan;
import dev.cloche.PolicyClause;
import dev.cloche.Usage;
import dev.cloche.egress.Egress;
import dev.cloche.workspace.Workspace;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;

/**
 * A backend that runs nothing: {@code echo} prints its arguments, {@code wait} ends when it is
 * cancelled, {@code fail} throws, {@code touch} makes a file.
 */
final class FakeBackend implements Backend {

  static final CommandUsage USAGE = new CommandUsage(Duration.ofMillis(7), 3, true, List.of());

  private final Set<PolicyClause> enforced;
  final List<Plan> plans = new ArrayList<>();
  final List<LentSecrets> secrets = new ArrayList<>();
  final List<String> sessions = new ArrayList<>();

  /** Counted down when a {@code wait} waits. */
  final CountDownLatch waiting = new CountDownLatch(1);

  FakeBackend(Set<PolicyClause> enforced) {
    this.enforced = enforced;
  }

  /** One that enforces what no network needs. */
  static FakeBackend closed() {
    return new FakeBackend(EnumSet.range(PolicyClause.COMMANDS, PolicyClause.NETWORK_NONE));
  }

  @Override
  public Set<PolicyClause> enforces() {
    return enforced;
  }

  @Override
  public CommandSession open(Workspace workspace) {
    sessions.add("open");
    return new CommandSession() {
      @Override
      public Outcome run(Plan plan, LentSecrets lent, Egress egress, Cancellation cancellation) {
        plans.add(plan);
        secrets.add(lent);
        return outcome(workspace, plan, cancellation);
      }

      @Override
      public void close() {
        sessions.add("close");
      }
    };
  }

  private Outcome outcome(
      Workspace workspace, Plan plan, CommandSession.Cancellation cancellation) {
    switch (plan.command().get(0)) {
      case "wait" -> {
        CompletableFuture<Boolean> end = new CompletableFuture<>();
        cancellation.onCancel(() -> end.complete(true));
        waiting.countDown();
        var unused = end.join();
        return new Outcome.Cancelled(captured("partly"), Captured.EMPTY, usage());
      }
      case "fail" -> throw new IllegalStateException("a bug of the backend's");
      case "touch" -> workspace.writeFile("/" + plan.command().get(1), new byte[0]);
      default -> {}
    }
    String words = String.join(" ", plan.command());
    return new Outcome.Completed(0, captured(words), Captured.EMPTY, usage());
  }

  private static Captured captured(String text) {
    return Captured.of(text.getBytes(StandardCharsets.UTF_8));
  }

  private static Usage usage() {
    return new Usage(0, Duration.ofMillis(9), 4096, 0, 0, 0, 0, Optional.of(USAGE));
  }
}
