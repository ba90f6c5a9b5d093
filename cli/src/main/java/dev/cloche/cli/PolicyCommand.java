package dev.cloche.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.cloche.Policy;
import dev.cloche.policy.ByteSize;
import dev.cloche.policy.Count;
import dev.cloche.policy.PolicyException;
import dev.cloche.policy.PolicyProblem;
import dev.cloche.policy.ToolPolicy;
import dev.cloche.policy.WallTime;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import picocli.CommandLine.Model.CommandSpec;

/** {@code cloche policy check}: whether a policy is understood, and what it comes to. */
final class PolicyCommand implements Command {

  private static final String CHECK = "check";

  private final Host host;

  PolicyCommand(Host host) {
    this.host = host;
  }

  @Override
  public CommandSpec spec() {
    return Parser.command(
            "policy",
            "cloche policy [--json] check FILE",
            "Checks a policy file: prints its digest and what it comes to, or every problem with"
                + " line and column.",
            "Ends with status 120 if there is a problem.")
        .addPositional(Parser.required("check", "The word check."))
        .addPositional(Parser.rest("FILE", "The policy file."))
        .addOption(Options.json());
  }

  @Override
  public int run(Arguments arguments) throws IOException {
    String what = arguments.matchedPositionalValue(0, "");
    if (!what.equals(CHECK)) {
      throw UsageErrors.unknown("argument", what, List.of(CHECK), "cloche policy");
    }
    String file = Parser.only(arguments, "policy check needs one FILE");
    boolean json = arguments.hasMatchedOption(Options.JSON);
    try {
      Policy policy = PolicyFiles.load(file);
      if (json) {
        writeJson(policy);
      } else {
        print(policy);
      }
      return ExitStatus.OK;
    } catch (PolicyException refused) {
      if (json) {
        writeJson(refused.problems());
      } else {
        print(file, refused.problems());
      }
      return ExitStatus.REFUSED;
    }
  }

  private void print(Policy policy) {
    PrintWriter out = host.streams().outWriter();
    out.println("ok sha256:" + policy.digest());
    summary(policy).forEach((key, value) -> out.printf("%-12s %s%n", key, Printable.line(value)));
    out.flush();
  }

  private static Map<String, String> summary(Policy policy) {
    Map<String, String> lines = new LinkedHashMap<>();
    lines.put("limits", LimitOptions.describe(policy.limits()).replace("--", ""));
    lines.put(
        "workspace",
        "%s in %s files, %d mounts"
            .formatted(
                ByteSize.format(policy.workspace().limits().bytes()),
                Count.format(policy.workspace().limits().nodes()),
                policy.workspace().mounts().size()));
    lines.put("network", network(policy));
    lines.put("environment", names(policy.environment()));
    lines.put("credentials", names(policy.credentials()));
    lines.put("native", list(policy.nativeCommands().commands()));
    if (!policy.nativeCommands().leases().isEmpty()) {
      lines.put(
          "leases", list(policy.nativeCommands().leases().stream().map(Object::toString).toList()));
    }
    lines.put("tools", policy.tools().map(PolicyCommand::tools).orElse("any"));
    return lines;
  }

  private static String tools(ToolPolicy tools) {
    String text =
        tools.allow().map(all -> list(all.stream().map(Object::toString).toList())).orElse("any");
    int pins = tools.pins().digests().size();
    long signers = tools.signers().groups().stream().mapToLong(Set::size).sum();
    return text
        + (pins == 0 ? "" : ", %d pinned".formatted(pins))
        + (signers == 0 ? "" : ", signed by one of %d keys".formatted(signers));
  }

  private static String network(Policy policy) {
    var layer = policy.network().rules().layers().get(0);
    var limits = policy.network().limits();
    return layer.allow().isEmpty()
        ? "closed"
        : "%d allowing rules, %d denying, %d requests, %s sent, %s received, %s to connect"
            .formatted(
                layer.allow().size(),
                layer.deny().size(),
                limits.requests(),
                ByteSize.format(limits.sentBytes()),
                ByteSize.format(limits.receivedBytes()),
                WallTime.format(limits.connect()));
  }

  private static String names(Map<String, ?> map) {
    return list(List.copyOf(map.keySet()));
  }

  private static String list(List<String> names) {
    return names.isEmpty() ? "none" : String.join(", ", names);
  }

  private void print(String file, List<PolicyProblem> problems) {
    PrintWriter err = host.streams().errWriter();
    problems.forEach(problem -> err.println(Complaints.line(PolicyFiles.place(file, problem))));
    err.flush();
  }

  private void writeJson(Policy policy) throws IOException {
    JsonGenerator json = start(true);
    json.writeStringField("digest", "sha256:" + policy.digest());
    for (Map.Entry<String, String> line : summary(policy).entrySet()) {
      json.writeStringField(line.getKey(), line.getValue());
    }
    end(json);
  }

  private void writeJson(List<PolicyProblem> problems) throws IOException {
    JsonGenerator json = start(false);
    json.writeArrayFieldStart("problems");
    for (PolicyProblem problem : problems) {
      json.writeStartObject();
      json.writeNumberField("line", problem.line());
      json.writeNumberField("column", problem.column());
      json.writeStringField("key", problem.key());
      json.writeStringField("message", problem.message());
      json.writeEndObject();
    }
    json.writeEndArray();
    end(json);
  }

  private JsonGenerator start(boolean ok) throws IOException {
    JsonGenerator json = OutcomeJson.generator(host.streams().out());
    json.writeStartObject();
    json.writeBooleanField("ok", ok);
    return json;
  }

  private static void end(JsonGenerator json) throws IOException {
    json.writeEndObject();
    json.writeRaw('\n');
    json.flush();
  }
}
