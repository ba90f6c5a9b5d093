package dev.cloche.cli;

import dev.cloche.Call;
import dev.cloche.Outcome;
import dev.cloche.Running;
import dev.cloche.Session;
import dev.cloche.Tool;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;

/** One call on behalf of the process: its streams, its signals, and its last words. */
final class GuestCall {

  private final Host host;
  private final Tool tool;

  GuestCall(Host host, Tool tool) {
    this.host = host;
    this.tool = tool;
  }

  /** Runs with the process's streams as the guest's own; returns the exit status. */
  int streamed(Session session, Call.Builder call) {
    // A reader that is gone wants no more: a guest that ignores failed writes would run on.
    Runnable onFailure = host.interruption()::request;
    GuestOutput out = new GuestOutput(host.streams().out(), onFailure);
    GuestOutput err = new GuestOutput(host.streams().err(), onFailure);
    Outcome outcome = run(session, call.copyStdoutTo(out).copyStderrTo(err).build());
    return out.failure()
        .or(err::failure)
        .map(failure -> reportFailure(outcome, failure))
        .orElseGet(() -> reportText(outcome, err.isMidLine()));
  }

  /** Runs with the guest's streams in the outcome; returns the exit status. */
  int captured(Session session, Call.Builder call) {
    return report(run(session, call.build()), true);
  }

  /** Reports an outcome that no stream of the guest came before; returns the exit status. */
  int report(Outcome outcome, boolean json) {
    if (!json) {
      return reportText(outcome, false);
    }
    try {
      OutcomeJson.write(outcome, host.streams().out());
    } catch (IOException failure) {
      return reportFailure(outcome, failure);
    }
    return ExitStatus.of(outcome);
  }

  private Outcome run(Session session, Call call) {
    Running running = session.start(tool, call);
    host.interruption().watch(running);
    return running.await();
  }

  private int reportText(Outcome outcome, boolean midLine) {
    List<String> lines = OutcomeText.lines(tool.name(), outcome);
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
