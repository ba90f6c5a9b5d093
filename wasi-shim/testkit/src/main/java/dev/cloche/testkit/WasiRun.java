package dev.cloche.testkit;

import dev.cloche.Call;
import dev.cloche.Outcome;
import dev.cloche.Session;
import dev.cloche.Tool;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * WASI calls that a guest did in a session, and what they were answered.
 *
 * @param outcome how the guest ended
 * @param answers the answer to each call that came back, in their order
 */
public record WasiRun(Outcome outcome, List<WasiErrno> answers) {

  /** A trace ends with the error, or with results, of which texts are in quotes. */
  private static final Pattern ERROR = Pattern.compile("\\) = E([A-Z0-9]+)$");

  /** Copies the list. */
  public WasiRun {
    answers = List.copyOf(answers);
  }

  /** Does the calls in a guest of their own, with the clock and the random numbers of a seed. */
  public static WasiRun of(Session session, List<WasiCall> calls) {
    List<WasiErrno> answers = new ArrayList<>();
    Call call = Call.builder().seed(1).traceTo(line -> answers.add(answer(line))).build();
    Tool tool = Tool.of("wasi-calls", WasiCalls.module(calls));
    Outcome outcome = session.call(tool, call);
    return new WasiRun(outcome, answers);
  }

  private static WasiErrno answer(String line) {
    Matcher error = ERROR.matcher(line);
    return error.find() ? WasiErrno.valueOf(error.group(1)) : WasiErrno.SUCCESS;
  }
}
