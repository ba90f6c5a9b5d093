package dev.cloche.cli;

import dev.cloche.audit.AuditRecord;
import dev.cloche.cli.AuditStory.CallStory;
import dev.cloche.cli.AuditStory.Entry;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;

/** The part of the report that tells of one session: time line, calls, decisions. */
final class AuditSessionHtml {

  private final Html page;
  private final AuditStory.Session session;

  AuditSessionHtml(Html page, AuditStory.Session session) {
    this.page = page;
    this.session = session;
  }

  void write() {
    page.raw("<section>").element("h2", "", "Session " + session.id);
    page.element("div", "class=\"soft\"", session.first() + " to " + session.last());
    if (!session.policy.isEmpty()) {
      page.element("div", "class=\"digest soft\"", "policy " + session.policy);
    }
    if (!session.calls.isEmpty()) {
      page.raw("<h3>Calls</h3>");
      new AuditTimeline(page, session).write();
      calls();
    }
    if (!session.decisions.isEmpty()) {
      decisions();
    }
    page.raw("</section>\n");
  }

  private void calls() {
    long most = 1;
    for (CallStory call : session.calls.values()) {
      most = Math.max(most, call.endedRecord().map(AuditHtml::fuel).orElse(0L));
    }
    page.raw("<div class=\"panel\"><table><tr><th>Time<th>Call<th>Tool and arguments<th>Outcome")
        .raw("<th class=\"n\">Wall<th class=\"n\">Fuel<th><th class=\"n\">Memory<th>Files</tr>\n");
    for (CallStory call : session.calls.values()) {
      call(call, most);
    }
    page.raw("</table></div>\n");
  }

  private void call(CallStory call, long mostFuel) {
    Instant start = call.start == null ? session.first() : call.start;
    String outcome = call.endedRecord().map(AuditWords::outcome).orElse("no end recorded");
    String tone = tone(outcome);
    page.raw("<tr" + (tone.equals("badtext") ? " class=\"bad\"" : "") + ">")
        .element("td", "class=\"t\"", clock(start))
        .element("td", "", call.id)
        .raw("<td>")
        .element("b", "", toolName(call))
        .raw(" ")
        .element("code", "", call.plannedRecord().map(AuditWords::arguments).orElse(""))
        .raw("<td>")
        .element("span", "class=\"" + tone + "\"", outcome);
    call.endedRecord().ifPresent(ended -> why(ended.object("outcome")));
    numbers(call, mostFuel);
    page.raw("</tr>\n");
  }

  private void why(Map<String, Object> outcome) {
    for (String name : new String[] {"rule", "limit", "what", "detail"}) {
      String text = AuditRecord.text(outcome, name);
      if (!text.isEmpty()) {
        page.raw("<br>").element("span", "class=\"soft\"", text);
      }
    }
  }

  private void numbers(CallStory call, long mostFuel) {
    Map<String, Object> usage =
        call.endedRecord().map(ended -> ended.object("usage")).orElse(Map.of());
    long fuel = AuditWords.number(usage, "fuel");
    page.element("td", "class=\"n\"", AuditWords.number(usage, "wallMillis") + " ms")
        .element("td", "class=\"n\"", shortNumber(fuel))
        .raw("<td><svg width=\"64\" height=\"18\" aria-hidden=\"true\">")
        .raw("<rect class=\"good\" y=\"5\" rx=\"2\" height=\"8\" width=\"")
        .raw(decimal(64.0 * Math.max(0, fuel) / mostFuel) + "\"/></svg>")
        .element("td", "class=\"n\"", bytes(AuditWords.number(usage, "memoryBytes")))
        .element(
            "td",
            "class=\"t\"",
            call.endedRecord().map(ended -> AuditWords.files(ended.object("files"))).orElse(""));
  }

  private void decisions() {
    page.raw("<h3>Requests and decisions</h3><div class=\"panel\"><table>")
        .raw("<tr><th>Time<th>Call<th>Event<th>Outcome<th>What<th>Rule</tr>\n");
    for (Entry entry : session.decisions) {
      AuditRecord item = entry.item();
      String outcome = AuditWords.outcome(item);
      page.raw("<tr" + (AuditWords.isDenial(item) ? " class=\"bad\"" : "") + ">")
          .element("td", "class=\"t\"", clock(entry.at()))
          .element("td", "", item.call())
          .element("td", "class=\"t\"", item.type() + (entry.verified() ? "" : " (unverified)"))
          .element("td", "class=\"" + tone(outcome) + "\"", outcome)
          .element("td", "", what(item))
          .element("td", "", item.text("rule"))
          .raw("</tr>\n");
    }
    page.raw("</table></div>\n");
  }

  private static String what(AuditRecord item) {
    if (item.type().equals("egress-decided")) {
      String credential = item.text("credential");
      return item.text("method")
          + " "
          + item.text("url")
          + (credential.isEmpty() ? "" : ", credential " + credential)
          + (item.flag("allowed") ? "" : ": " + item.text("reason"));
    } else if (item.type().equals("egress-ended")) {
      return AuditWords.what(item)
          + item.number("wallMillis").map(ms -> " in " + ms + " ms").orElse("")
          + ", sent "
          + bytes(item.number("sentBytes").orElse(0L))
          + ", received "
          + bytes(item.number("receivedBytes").orElse(0L));
    }
    return AuditWords.what(item);
  }

  /** Returns the name of the tool of a call. */
  static String toolName(CallStory call) {
    return call.plannedRecord()
        .or(call::endedRecord)
        .map(item -> AuditRecord.text(item.object("tool"), "name"))
        .orElse("");
  }

  /** Returns the class of an outcome: good, to be looked at, or bad. */
  static String tone(String outcome) {
    return switch (outcome) {
      case "DENIED", "HOST FAULT", "REFUSED" -> "badtext";
      case "LIMIT", "TRAPPED", "cancelled", "failed", "unknown", "no end recorded" -> "warn";
      default -> outcome.startsWith("exit ") && !outcome.equals("exit 0") ? "warn" : "good";
    };
  }

  private static String clock(Instant time) {
    String text = time.toString();
    int t = text.indexOf('T');
    return text.substring(t + 1, Math.min(text.length(), t + 13)).replace("Z", "");
  }

  /** Returns a count as a person reads it. */
  static String shortNumber(long count) {
    String[] units = {"", " k", " M", " G", " T", " P", " E"};
    return scaled(count, 1000, units);
  }

  private static String bytes(long count) {
    String[] units = {" B", " KiB", " MiB", " GiB", " TiB", " PiB", " EiB"};
    return scaled(count, 1024, units);
  }

  private static String scaled(long count, int step, String[] units) {
    double value = count;
    int unit = 0;
    while (value >= step && unit < units.length - 1) {
      value /= step;
      unit++;
    }
    return (unit == 0 ? String.valueOf(count) : decimal(value)) + units[unit];
  }

  /** Returns a number with one decimal and a point. */
  static String decimal(double value) {
    return String.format(Locale.ROOT, "%.1f", value);
  }
}
