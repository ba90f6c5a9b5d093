package dev.cloche.cli;

import dev.cloche.GuestFrame;
import dev.cloche.Outcome;
import java.util.ArrayList;
import java.util.List;

/** Says for a person how a call ended. A completed call speaks for itself. */
final class OutcomeText {

  /** What fits a screen; {@code --json} has all frames. */
  static final int MAX_FRAMES = 10;

  private OutcomeText() {}

  /** Returns the lines to print: none, one, or one and a backtrace. */
  static List<String> lines(String tool, Outcome outcome) {
    List<String> lines = new ArrayList<>();
    if (outcome instanceof Outcome.Completed) {
      return lines;
    }
    lines.add(Complaints.line(tool + ": " + outcome.message()));
    if (outcome instanceof Outcome.Trapped trapped) {
      addFrames(lines, trapped.backtrace());
    }
    return lines;
  }

  private static void addFrames(List<String> lines, List<GuestFrame> frames) {
    for (GuestFrame frame : frames.subList(0, Math.min(MAX_FRAMES, frames.size()))) {
      lines.add("    at " + Printable.line(frame.name()));
    }
    if (frames.size() > MAX_FRAMES) {
      lines.add("    and " + (frames.size() - MAX_FRAMES) + " more");
    }
  }
}
