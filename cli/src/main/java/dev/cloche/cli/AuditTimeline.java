package dev.cloche.cli;

import dev.cloche.cli.AuditStory.CallStory;
import dev.cloche.cli.AuditStory.Entry;
import java.time.Duration;
import java.time.Instant;

/** The calls of a session as bars over time, with a mark for each request. */
final class AuditTimeline {

  private static final int WIDTH = 1130;
  private static final int LEFT = 190;
  private static final int RIGHT = 70;
  private static final int ROW = 24;
  private static final int TOP = 22;
  private static final int MAX_ROWS = 100;
  private static final int MAX_MARKS = 200;

  private final Html page;
  private final AuditStory.Session session;
  private final double millis;

  AuditTimeline(Html page, AuditStory.Session session) {
    this.page = page;
    this.session = session;
    this.millis = Math.max(1, Duration.between(session.first(), session.last()).toMillis());
  }

  void write() {
    int rows = Math.min(MAX_ROWS, session.calls.size());
    int height = TOP + rows * ROW + 8;
    page.raw("<div class=\"panel\"><svg role=\"img\" aria-label=\"calls over time\" viewBox=\"0 0 ")
        .raw(WIDTH + " " + height + "\" width=\"100%\">");
    axis(height);
    int row = 0;
    for (CallStory call : session.calls.values()) {
      if (row == rows) {
        break;
      }
      call(call, TOP + row * ROW);
      row++;
    }
    page.raw("</svg></div><div class=\"legend\">A bar is a call, a circle on it an allowed request")
        .raw(", a triangle a denied one.");
    if (rows < session.calls.size()) {
      page.text(" The first " + rows + " calls of " + session.calls.size() + " are drawn.");
    }
    page.raw("</div>\n");
  }

  private void axis(int height) {
    int ticks = 4;
    for (int i = 0; i <= ticks; i++) {
      String x = AuditSessionHtml.decimal(LEFT + (double) (WIDTH - LEFT - RIGHT) * i / ticks);
      page.raw("<line class=\"axis\" x1=\"" + x + "\" x2=\"" + x + "\" y1=\"18\" y2=\"")
          .raw(height + "\"/><text text-anchor=\"middle\" y=\"13\" x=\"" + x + "\">")
          .text(time(millis * i / ticks))
          .raw("</text>");
    }
  }

  private static String time(double millis) {
    return millis < 1000
        ? Math.round(millis) + " ms"
        : AuditSessionHtml.decimal(millis / 1000) + " s";
  }

  private void call(CallStory call, int y) {
    Instant start = call.start == null ? session.first() : call.start;
    Instant end = call.end == null ? session.last() : call.end;
    double from = x(start);
    double width = Math.max(2, x(end) - from);
    String outcome = call.endedRecord().map(AuditWords::outcome).orElse("no end recorded");
    String label = call.id + " " + AuditSessionHtml.toolName(call);
    page.raw("<g><title>")
        .text(label + ": " + outcome + ", " + Duration.between(start, end).toMillis() + " ms")
        .raw("</title><text class=\"name\" x=\"10\" y=\"" + (y + 15) + "\">")
        .text(label.length() > 26 ? label.substring(0, 25) + "..." : label)
        .raw("</text><rect rx=\"3\" height=\"14\" y=\"" + (y + 4) + "\" x=\"")
        .raw(AuditSessionHtml.decimal(from) + "\" width=\"" + AuditSessionHtml.decimal(width))
        .raw("\" class=\"" + AuditSessionHtml.tone(outcome).replace("badtext", "bad") + "\"/>")
        .raw("<text y=\"" + (y + 15) + "\" x=\"" + AuditSessionHtml.decimal(from + width + 6))
        .raw("\">")
        .text(outcome)
        .raw("</text>");
    call.requests.stream().limit(MAX_MARKS).forEach(request -> mark(request, y));
    page.raw("</g>");
  }

  private void mark(Entry request, int y) {
    String x = AuditSessionHtml.decimal(x(request.at()));
    if (AuditWords.isDenial(request.item())) {
      page.raw("<path class=\"deny\" transform=\"translate(" + x + "," + (y + 11) + ")\" ")
          .raw("d=\"M0-7L7 6H-7Z\">");
    } else {
      page.raw("<circle class=\"ok\" r=\"3.5\" cx=\"" + x + "\" cy=\"" + (y + 11) + "\">");
    }
    page.raw("<title>")
        .text(AuditWords.what(request.item()))
        .raw("</title>")
        .raw(AuditWords.isDenial(request.item()) ? "</path>" : "</circle>");
  }

  private double x(Instant time) {
    double after = Duration.between(session.first(), time).toMillis();
    return LEFT + (WIDTH - LEFT - RIGHT) * Math.min(1, Math.max(0, after / millis));
  }
}
