package dev.cloche.run;

import dev.cloche.CommandSession;
import dev.cloche.Outcome;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Whether a native command is to end early, and why: its caller cancelled, or it may no more. */
final class CommandCut implements CommandSession.Cancellation {

  private record Denial(String rule, String what) {}

  private final List<Runnable> actions = new ArrayList<>();
  private @Nullable Denial denial;
  private boolean cut;

  /** The caller wants the command to end. */
  void cancel() {
    cut(null);
  }

  /** What allowed the command allows it no more. */
  void deny(String rule, String what) {
    cut(new Denial(rule, what));
  }

  private void cut(@Nullable Denial why) {
    List<Runnable> waiting;
    synchronized (this) {
      if (!cut) {
        denial = why;
      }
      cut = true;
      waiting = List.copyOf(actions);
      actions.clear();
    }
    waiting.forEach(Runnable::run);
  }

  @Override
  public void onCancel(Runnable action) {
    synchronized (this) {
      if (!cut) {
        actions.add(action);
        return;
      }
    }
    action.run();
  }

  /** A command that was ended because it may no more, was denied. */
  synchronized Outcome told(Outcome ended) {
    Denial why = denial;
    return why != null && ended instanceof Outcome.Cancelled
        ? new Outcome.Denied(why.rule, why.what, ended.stdout(), ended.stderr(), ended.usage())
        : ended;
  }
}
