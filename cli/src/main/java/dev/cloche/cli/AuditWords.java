package dev.cloche.cli;

import dev.cloche.audit.AuditRecord;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Records in a few words, for the table and the report. Not escaped. */
final class AuditWords {

  private AuditWords() {}

  /** Returns one word on how it went; empty for records that only tell that something happened. */
  static String outcome(AuditRecord item) {
    return switch (item.type()) {
      case "gate", "egress-decided" -> item.flag("allowed") ? "allowed" : "DENIED";
      case "lease-denied", "hatch-denied" -> "DENIED";
      case "call-ended" -> callOutcome(item);
      case "egress-ended" -> status(item);
      default -> "";
    };
  }

  private static String callOutcome(AuditRecord item) {
    String type = AuditRecord.text(item.object("outcome"), "type");
    return switch (type) {
      case "completed" -> "exit " + number(item.object("outcome"), "exit");
      case "denied" -> "DENIED";
      case "limit-exceeded" -> "LIMIT";
      case "trapped" -> "TRAPPED";
      case "refused" -> "REFUSED";
      case "cancelled" -> "cancelled";
      case "host-fault" -> "HOST FAULT";
      default -> "unknown";
    };
  }

  private static String status(AuditRecord item) {
    long status = item.number("status").orElse(0L);
    return status == 0 ? "failed" : String.valueOf(status);
  }

  /** Tells whether it should stand out. */
  static boolean isDenial(AuditRecord item) {
    return outcome(item).equals("DENIED");
  }

  /** Returns what it is about. */
  static String what(AuditRecord item) {
    return switch (item.type()) {
      case "log-opened" -> "chain " + item.text("chain") + ", " + item.text("algorithm");
      case "log-resumed" -> resumed(item);
      case "log-missed" -> item.number("records").orElse(0L) + " records got no turn";
      case "session-opened" -> "session " + item.session() + ", policy " + item.text("policy");
      case "session-closed" ->
          "session " + item.session() + ", " + item.number("calls").orElse(0L) + " calls";
      case "policy-replaced" ->
          "policy " + item.text("policy") + " in place of " + item.text("before");
      case "commit-begun" -> item.text("mount");
      case "commit-ended" ->
          item.text("mount") + " " + files(item.object("files")) + problems(item);
      case "call-planned" -> "(" + arguments(item) + ") plan " + item.text("plan");
      case "gate" -> item.text("reason");
      case "call-ended" -> ended(item);
      case "egress-decided" -> request(item) + " by " + item.text("rule");
      case "egress-ended" -> request(item) + " " + item.text("failure");
      case "lease-issued" ->
          item.text("credential") + " for " + item.text("audience") + ", " + uses(item, "uses");
      case "lease-used" ->
          item.text("credential") + " at " + item.text("url") + ", " + uses(item, "usesLeft");
      case "lease-held" ->
          item.text("credential") + " in " + item.text("place") + ", " + uses(item, "usesLeft");
      case "lease-denied" ->
          item.text("credential")
              + (item.text("url").isEmpty() ? "" : " at " + item.text("url"))
              + ": "
              + item.text("reason");
      case "lease-revoked" -> item.text("credential") + ": " + item.text("reason");
      default -> hatch(item);
    };
  }

  private static String hatch(AuditRecord item) {
    return String.join(
            " ", item.text("hatch"), item.text("operation"), item.text("what"), item.text("reason"))
        .strip();
  }

  private static String problems(AuditRecord item) {
    long problems = item.number("problems").orElse(0L);
    return problems == 0 ? "" : ", " + problems + " problems";
  }

  private static String resumed(AuditRecord item) {
    Optional<Long> torn = item.number("tornBytes");
    return torn.isEmpty() ? "" : torn.get() + " bytes of an unfinished line cut off";
  }

  private static String request(AuditRecord item) {
    return item.text("method") + " " + item.text("url");
  }

  private static String uses(AuditRecord item, String name) {
    return item.number(name).orElse(0L) + (name.equals("uses") ? " uses" : " uses left");
  }

  private static String ended(AuditRecord item) {
    Map<String, Object> outcome = item.object("outcome");
    Map<String, Object> usage = item.object("usage");
    String why =
        String.join(
                " ",
                AuditRecord.text(outcome, "rule"),
                AuditRecord.text(outcome, "limit"),
                AuditRecord.text(outcome, "what"),
                AuditRecord.text(outcome, "detail"))
            .strip()
            .replaceAll(" +", " ");
    return number(usage, "wallMillis")
        + " ms, fuel "
        + number(usage, "fuel")
        + ", files "
        + files(item.object("files"))
        + (why.isEmpty() ? "" : ": " + why);
  }

  /** Returns counts of files as {@code +1 ~2 -3}. */
  static String files(Map<String, Object> files) {
    return "+%d ~%d -%d"
        .formatted(number(files, "added"), number(files, "changed"), number(files, "deleted"));
  }

  /** Returns the arguments that are recorded, and that there were more. */
  static String arguments(AuditRecord item) {
    List<String> shown =
        item.list("arguments").stream()
            .map(
                argument -> {
                  String name = AuditRecord.text(argument, "name");
                  return (name.isEmpty() ? "" : name + "=") + AuditRecord.text(argument, "value");
                })
            .toList();
    long more = item.number("argumentCount").orElse(0L) - shown.size();
    return String.join(" ", shown) + (more > 0 ? " ... " + more + " more" : "");
  }

  /** Returns a number, or 0. */
  static long number(Map<String, Object> object, String name) {
    return AuditRecord.number(object, name).orElse(0L);
  }
}
