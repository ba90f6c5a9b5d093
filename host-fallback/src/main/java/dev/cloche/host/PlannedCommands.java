package dev.cloche.host;

import dev.cloche.Call;
import dev.cloche.CommandSession;
import dev.cloche.LentSecrets;
import dev.cloche.Limits;
import dev.cloche.Outcome;
import dev.cloche.Plan;
import dev.cloche.egress.Egress;
import dev.cloche.egress.Scrubber;
import dev.cloche.policy.NativePolicy;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;

/** Runs the commands of an engine's session: what its plans say, and nothing beyond. */
final class PlannedCommands implements CommandSession {
  private final NativeBackend backend;
  private final NativeSession session;

  PlannedCommands(NativeBackend backend, NativeSession session) {
    this.backend = backend;
    this.session = session;
  }

  @Override
  public Outcome run(Plan plan, LentSecrets secrets, Egress egress, Cancellation cancellation) {
    RunningCommand running = new RunningCommand();
    cancellation.onCancel(running::cancel);
    return Outcomes.of(result(plan, secrets, egress, running));
  }

  private NativeResult result(
      Plan plan, LentSecrets secrets, Egress egress, RunningCommand running) {
    try {
      requireWalls(plan.policy().nativeCommands());
      Job job =
          new Job(
              command(plan),
              limits(plan),
              network(plan, egress),
              secrets,
              streams(plan.call(), secrets.scrubber()));
      return session.run(job, running);
    } catch (RefusedException refused) {
      return NativeResult.refused(refused);
    } catch (CancellationException cancelled) {
      return NativeResult.cancelled();
    } catch (IOException failed) {
      return NativeResult.failed("the sandbox failed (" + failed.getClass().getSimpleName() + ")");
    }
  }

  private static NativeNetwork network(Plan plan, Egress egress) {
    return NativeNetwork.of(plan.policy().network().rules(), egress);
  }

  /** The backend may have been made to run with less; the policy has to say so as well. */
  private void requireWalls(NativePolicy policy) throws IOException {
    if (!policy.degraded() && backend.ground().isDegraded()) {
      throw new RefusedException(
          NativeRefusal.LIMITS_UNENFORCEABLE,
          "native.memory, native.processes and native.cpu cannot be enforced here without control"
              + " groups, and the policy does not say native.degraded: true");
    }
  }

  /**
   * The program is the system's, found before the variables of the call are set: a {@code PATH}
   * among them would have another one of that name run, of the workspace for example.
   */
  private static NativeCommand command(Plan plan) {
    List<String> words = new ArrayList<>(plan.command());
    words.set(0, Machine.command(words.get(0)));
    return new NativeCommand(words, new byte[0], plan.environment(), "/");
  }

  /** Files can be as large as the workspace is; all other limits are the plan's. */
  private NativeLimits limits(Plan plan) {
    NativePolicy policy = plan.policy().nativeCommands();
    Limits limits = plan.policy().limits();
    requireAtLeast("native.memory", policy.memoryBytes(), NativeLimits.LEAST_MEMORY_BYTES);
    requireAtLeast("native.processes", policy.processes(), NativeLimits.LEAST_PROCESSES);
    return NativeLimits.defaults()
        .withMemoryBytes(policy.memoryBytes())
        .withProcesses(policy.processes())
        .withCpuPercent(policy.cpuPercent())
        .withWall(limits.wall())
        .withOutputBytes(limits.outputBytes())
        .withFileBytes(session.largestFile());
  }

  private static void requireAtLeast(String clause, long value, long least) {
    if (value < least) {
      throw new RefusedException(
          NativeRefusal.LIMITS_UNENFORCEABLE,
          "%s is %d, and a sandbox needs at least %d".formatted(clause, value, least));
    }
  }

  private static CommandStreams streams(Call call, Scrubber scrubber) {
    Optional<InputStream> stream = call.stdinStream();
    byte[] bytes = call.stdinBytes();
    CommandRun.Input stdin =
        stream.isPresent()
            ? out -> CommandStreams.pump(stream.get(), out)
            : CommandRun.Input.of(bytes);
    return new CommandStreams(stdin, call.stdoutCopy(), call.stderrCopy(), scrubber);
  }

  @Override
  public void close() {
    session.close();
  }
}
