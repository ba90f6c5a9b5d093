package dev.cloche.cli;

import dev.cloche.Call;
import dev.cloche.Captured;
import dev.cloche.Outcome;
import dev.cloche.Running;
import dev.cloche.Session;
import dev.cloche.StructuredResult;
import dev.cloche.StructuredTool;
import dev.cloche.Tool;
import dev.cloche.Usage;
import dev.cloche.ValueProblem;
import dev.cloche.egress.EgressUsage;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One call on behalf of the process: its streams, its signals, and its last words. */
final class GuestCall {

  private final Host host;
  private final Tool tool;
  private final Optional<StructuredTool> structured;
  private final boolean json;
  private final @Nullable Starter starter;

  /** Starts a call. */
  interface Starter {
    Running start(Session session, Tool tool, Call call);
  }

  /**
   * Makes one.
   *
   * @param json whether the outcome is printed instead of the guest's streams
   */
  GuestCall(Host host, Tool tool, boolean json) {
    this(host, tool, Optional.empty(), json);
  }

  /**
   * Makes one whose answer is checked.
   *
   * @param structured says what the answer has to be; empty for a call with arguments
   */
  GuestCall(Host host, Tool tool, Optional<StructuredTool> structured, boolean json) {
    this(host, tool, structured, json, null);
  }

  private GuestCall(
      Host host,
      Tool tool,
      Optional<StructuredTool> structured,
      boolean json,
      @Nullable Starter starter) {
    this.host = host;
    this.tool = tool;
    this.structured = structured;
    this.json = json;
    this.starter = starter;
  }

  /** Returns one whose call is started otherwise. */
  GuestCall startedBy(Starter other) {
    return new GuestCall(host, tool, structured, json, other);
  }

  /**
   * Runs the call and says how it ended; returns the exit status.
   *
   * @param network whether to tell what the session used of the network
   */
  int run(Session session, Call.Builder call, boolean network) {
    if (!json) {
      return streamed(session, call);
    }
    Outcome outcome = outcome(session, call.build());
    return report(outcome, network ? Optional.of(session.networkUsage()) : Optional.empty());
  }

  private int streamed(Session session, Call.Builder call) {
    // A reader that is gone wants no more: a guest that ignores failed writes would run on.
    Runnable onFailure = host.interruption()::request;
    GuestOutput out = new GuestOutput(host.streams().out(), onFailure);
    GuestOutput err = new GuestOutput(host.streams().err(), onFailure);
    Outcome outcome = outcome(session, call.copyStdoutTo(out).copyStderrTo(err).build());
    return out.failure()
        .or(err::failure)
        .map(failure -> reportFailure(outcome, failure))
        .orElseGet(() -> reportText(outcome, err.isMidLine()));
  }

  /** Reports an outcome that no stream of the guest came before; returns the exit status. */
  int report(Outcome outcome) {
    return report(outcome, Optional.empty());
  }

  private int report(Outcome outcome, Optional<EgressUsage> network) {
    if (!json) {
      return reportText(outcome, false);
    }
    try {
      OutcomeJson.write(outcome, network, result(outcome), host.streams().out());
    } catch (IOException failure) {
      return reportFailure(outcome, failure);
    }
    return ExitStatus.of(outcome);
  }

  /** Reports a call that was cancelled while its module was still being compiled. */
  void reportCancelledBeforeStart() {
    int unused = report(new Outcome.Cancelled(Captured.EMPTY, Captured.EMPTY, Usage.NONE));
  }

  private Outcome outcome(Session session, Call call) {
    Running running =
        starter == null ? session.start(tool, call) : starter.start(session, tool, call);
    host.interruption().watch(running);
    return running.await();
  }

  private StructuredResult result(Outcome outcome) {
    return structured.map(tools -> tools.result(outcome)).orElse(StructuredResult.NONE);
  }

  private int reportText(Outcome outcome, boolean midLine) {
    List<String> lines = new ArrayList<>(OutcomeText.lines(tool.name(), outcome));
    for (ValueProblem problem : result(outcome).problems()) {
      lines.add(
          Complaints.line(tool.name() + ": its output is not what its manifest says: " + problem));
    }
    if (!lines.isEmpty()) {
      PrintWriter err = host.streams().errWriter();
      if (midLine) {
        err.println();
      }
      lines.forEach(err::println);
    }
    return ExitStatus.of(outcome);
  }

  /** A pipe whose reader has seen enough is no fault; a full disk is. */
  private int reportFailure(Outcome outcome, IOException failure) {
    String why = String.valueOf(failure.getMessage());
    if (why.toLowerCase(Locale.ROOT).contains("pipe")) {
      return ExitStatus.of(outcome);
    }
    host.streams()
        .errWriter()
        .println(Complaints.line(tool.name() + ": output could not be written: " + why));
    return ExitStatus.HOST_FAULT;
  }
}
