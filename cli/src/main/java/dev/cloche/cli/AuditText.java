package dev.cloche.cli;

import dev.cloche.audit.AuditRecord;
import dev.cloche.audit.Verification;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** An audit log as a table for a terminal. Everything in it goes through {@link Printable}. */
final class AuditText implements AuditOutput {

  private static final String ROW = "%1s %-24s  %-10s  %-14s  %-17s  %-11s  %s%n";

  private final PrintWriter out;

  AuditText(PrintWriter out) {
    this.out = out;
    out.printf(ROW, "", "TIME", "CALL", "TOOL", "EVENT", "OUTCOME", "WHAT");
  }

  @Override
  public void record(AuditRecord item, boolean verified) {
    out.printf(
        ROW,
        verified ? "" : "?",
        field(item.time(), 24),
        field(item.call(), 10),
        field(AuditRecord.text(item.object("tool"), "name"), 14),
        field(item.type(), 17),
        AuditWords.outcome(item),
        Printable.line(AuditWords.what(item)));
  }

  @Override
  public void end(Verification result, List<Path> files) {
    out.println();
    verification(result, files).forEach(out::println);
    out.flush();
  }

  private static String field(String text, int width) {
    String line = Printable.line(text);
    return line.length() <= width ? line : line.substring(0, width - 1) + "~";
  }

  /** Returns what verifying came to. */
  static List<String> verification(Verification result, List<Path> files) {
    List<String> lines = new ArrayList<>();
    if (result.broken().isPresent()) {
      Verification.Broken broken = result.broken().get();
      lines.add(
          "BROKEN at record %d, %s line %d: %s"
              .formatted(
                  broken.record(),
                  Printable.line(name(files, broken.file())),
                  broken.line(),
                  broken.message()));
      lines.add(result.records() + " records before it are intact");
    } else {
      lines.add("intact: " + result.records() + " records" + (result.closed() ? ", closed" : ""));
    }
    if (!result.keyId().isEmpty()) {
      lines.add("key     " + Printable.line(result.keyId()));
    }
    if (!result.lastDigest().isEmpty()) {
      lines.add("last    " + Printable.line(result.lastDigest()));
    }
    return lines;
  }

  /** Returns the name of a file, without its directory. */
  static String name(List<Path> files, int index) {
    return String.valueOf(files.get(index).getFileName());
  }
}
