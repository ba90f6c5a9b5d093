package dev.cloche.cli;

import dev.cloche.audit.AuditRecord;
import dev.cloche.audit.Verification;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.List;
import java.util.Objects;

/**
 * The report of an audit log: one page that loads nothing and runs nothing. Its content security
 * policy permits its own style sheet, by digest, and nothing else, so that markup which got past
 * the escaping would be dead.
 */
final class AuditHtml {

  private final Html page = new Html();
  private final AuditStory story;
  private final Verification result;
  private final List<Path> files;

  private AuditHtml(AuditStory story, Verification result, List<Path> files) {
    this.story = story;
    this.result = result;
    this.files = files;
  }

  /** Returns the page. */
  static String page(AuditStory story, Verification result, List<Path> files) throws IOException {
    AuditHtml html = new AuditHtml(story, result, files);
    html.write();
    return html.page.toString();
  }

  private void write() throws IOException {
    String css = css();
    page.raw("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">")
        .raw(
            "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src ")
        .raw("'sha256-" + sha256(css) + "'; base-uri 'none'; form-action 'none'\">")
        .raw("<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">")
        .raw("<title>Cloche audit</title><style>" + css + "</style></head><body><main>\n")
        .raw("<h1>Cloche audit</h1>\n");
    state();
    tiles();
    for (AuditStory.Session session : story.sessions()) {
      new AuditSessionHtml(page, session).write();
    }
    if (story.left() > 0) {
      page.element("p", "class=\"soft\"", story.left() + " more records are not shown");
    }
    page.raw("<footer>Times are UTC. Queries of URLs and secrets are never recorded. ")
        .raw("<code>cloche audit verify</code> checks the files again.</footer>")
        .raw("</main></body></html>\n");
  }

  private void state() {
    page.raw("<div class=\"state" + (result.intact() ? "" : " bad") + "\">");
    List<String> lines = AuditText.verification(result, files);
    page.element("b", "", result.intact() ? "Chain intact" : "Chain broken");
    for (String line : lines) {
      page.raw("<br>").element("span", line.startsWith("last ") ? "class=\"digest\"" : "", line);
    }
    if (story.missed() > 0) {
      page.raw("<br>").element("b", "", story.missed() + " records got no turn and are not there");
    }
    page.raw("</div>\n");
  }

  private void tiles() {
    long calls = 0;
    long requests = 0;
    long denials = 0;
    long fuel = 0;
    for (AuditStory.Session session : story.sessions()) {
      calls += session.calls.size();
      denials += session.decisions.stream().filter(e -> AuditWords.isDenial(e.item())).count();
      for (AuditStory.CallStory call : session.calls.values()) {
        requests += call.requests.size();
        fuel += call.endedRecord().map(AuditHtml::fuel).orElse(0L);
      }
    }
    page.raw("<div class=\"tiles\">");
    tile("sessions", story.sessions().size(), false);
    tile("calls", calls, false);
    tile("requests", requests, false);
    tile("denials", denials, denials > 0);
    tile("fuel", fuel, false);
    page.raw("</div>\n");
  }

  private void tile(String what, long number, boolean bad) {
    page.raw("<div class=\"tile" + (bad ? " bad" : "") + "\">")
        .element("b", "", AuditSessionHtml.shortNumber(number))
        .element("span", "", what)
        .raw("</div>");
  }

  /** Returns the fuel that a call used, by the record of its end. */
  static long fuel(AuditRecord ended) {
    return AuditWords.number(ended.object("usage"), "fuel");
  }

  private static String css() throws IOException {
    try (InputStream in = AuditHtml.class.getResourceAsStream("audit.css")) {
      return new String(
          Objects.requireNonNull(in, "audit.css").readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static String sha256(String css) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      return Base64.getEncoder()
          .encodeToString(digest.digest(css.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every Java platform has SHA-256", e);
    }
  }
}
