package dev.cloche.cli;

import dev.cloche.CommandUsage;
import dev.cloche.GuestFrame;
import dev.cloche.Outcome;
import java.util.ArrayList;
import java.util.List;

/** Says for a person how a call ended. A completed call speaks for itself. */
final class OutcomeText {

  /** What fits a screen, of frames and of paths; {@code --json} has all. */
  static final int MAX_FRAMES = 10;

  private OutcomeText() {}

  /** Returns the lines to print: none, one, or one and a backtrace. */
  static List<String> lines(String tool, Outcome outcome) {
    List<String> lines = new ArrayList<>();
    outcome.usage().command().ifPresent(command -> addCommand(lines, tool, command));
    if (outcome instanceof Outcome.Completed) {
      return lines;
    }
    lines.add(Complaints.line(tool + ": " + outcome.message()));
    if (outcome instanceof Outcome.Trapped trapped) {
      addFrames(lines, trapped.backtrace());
    }
    return lines;
  }

  /** What a person has to know of a native command, however it ended. */
  private static void addCommand(List<String> lines, String tool, CommandUsage command) {
    if (command.degraded()) {
      lines.add(
          Complaints.line(
              tool + ": ran without control groups: memory, processes and cpu were limited less"));
    }
    List<CommandUsage.LeftOut> leftOut = command.leftOut();
    leftOut.stream()
        .limit(MAX_FRAMES)
        .forEach(
            one ->
                lines.add(Complaints.line(tool + ": not kept: " + one.path() + ": " + one.why())));
    if (leftOut.size() > MAX_FRAMES) {
      lines.add("    and " + (leftOut.size() - MAX_FRAMES) + " more");
    }
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
