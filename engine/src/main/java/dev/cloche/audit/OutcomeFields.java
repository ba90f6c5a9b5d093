package dev.cloche.audit;

import dev.cloche.Outcome;
import dev.cloche.Usage;
import dev.cloche.egress.EgressUsage;
import java.util.LinkedHashMap;
import java.util.Map;

/** How an outcome and its usage stand in a record. Nothing that the guest wrote to its output. */
final class OutcomeFields {

  private OutcomeFields() {}

  static Map<String, Object> outcome(Outcome outcome, Redactor redactor) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("type", outcome.id());
    if (outcome instanceof Outcome.Completed completed) {
      fields.put("exit", (long) completed.exitStatus());
    } else if (outcome instanceof Outcome.LimitExceeded exceeded) {
      fields.put("limit", exceeded.which().id());
      fields.put("allowed", exceeded.limit());
      fields.put("used", exceeded.used());
    } else if (outcome instanceof Outcome.Denied denied) {
      fields.put("rule", redactor.name(denied.rule()));
      fields.put("what", redactor.text(denied.what()));
    } else if (outcome instanceof Outcome.Trapped trapped) {
      fields.put("detail", redactor.text(trapped.detail()));
    } else if (outcome instanceof Outcome.Refused refused) {
      fields.put("detail", redactor.text(refused.reason()));
    } else if (outcome instanceof Outcome.HostFault fault) {
      fields.put("detail", redactor.text(fault.detail()));
    }
    return fields;
  }

  static Map<String, Object> usage(Usage usage, EgressUsage network) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("fuel", usage.fuel());
    fields.put("wallMillis", usage.wall().toMillis());
    fields.put("memoryBytes", usage.memoryBytes());
    fields.put("stdoutBytes", usage.stdoutBytes());
    fields.put("stderrBytes", usage.stderrBytes());
    fields.put("hostCalls", usage.hostCalls());
    usage
        .command()
        .ifPresent(
            command -> {
              fields.put("cpuMillis", command.cpu().toMillis());
              fields.put("processes", command.processes());
              fields.put("degraded", command.degraded());
              fields.put("leftOut", (long) command.leftOut().size());
            });
    fields.put("requests", network.requests());
    fields.put("sentBytes", network.sentBytes());
    fields.put("receivedBytes", network.receivedBytes());
    return fields;
  }
}
