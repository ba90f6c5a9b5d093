package dev.cloche.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.cloche.Policy;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;

/** {@code cloche reach}: what can be reached from inside, beside what the policy says. */
final class ReachCommand implements Command {

  /** What it ends with where something differs, as {@code diff} does. */
  static final int DIFFERS = 1;

  private static final String SEND = "--send";

  private final Host host;

  ReachCommand(Host host) {
    this.host = host;
  }

  @Override
  public CommandSpec spec() {
    CommandSpec command =
        Parser.command(
            "reach",
            "cloche reach [OPTION...]",
            "Looks from inside: a probe tries paths, requests, variables and the clock, and what it"
                + " finds is compared with the policy.",
            "Requests that the policy denies are tried, and must be denied. Those that it allows are"
                + " told from the policy and not sent, unless --send is given. Overlays are never"
                + " committed. Where the policy has native commands, a second probe looks from inside"
                + " their sandbox. Ends with status 1 if anything differs.");
    PolicyOptions.addTo(command);
    return command
        .addOption(Options.flag(SEND, "Sends the requests that the policy allows as well."))
        .addOption(Options.json());
  }

  @Override
  public int run(Arguments arguments) throws IOException {
    Policy policy = PolicyOptions.policy(arguments, Policy.strict());
    List<ReachFinding> findings =
        new ArrayList<>(new ReachProbe(host, policy, arguments.hasMatchedOption(SEND)).findings());
    if (!policy.nativeCommands().commands().isEmpty()) {
      NativeProbe probe = new NativeProbe(policy);
      findings.addAll(probe.findings());
      findings.addAll(probe.leases());
    }
    if (arguments.hasMatchedOption(Options.JSON)) {
      writeJson(findings);
    } else {
      print(findings);
    }
    return findings.stream().allMatch(ReachFinding::agrees) ? ExitStatus.OK : DIFFERS;
  }

  private void print(List<ReachFinding> findings) {
    PrintWriter out = host.streams().outWriter();
    for (ReachFinding one : findings) {
      String end = one.agrees() ? "" : "  DIFFERS: the policy says " + one.expected();
      out.println(
          Printable.line(
              "%-19s %-14s %s%s".formatted(one.kind(), one.found(), one.subject(), end)));
    }
    out.flush();
  }

  private void writeJson(List<ReachFinding> findings) throws IOException {
    JsonGenerator json = OutcomeJson.generator(host.streams().out());
    json.writeStartObject();
    json.writeBooleanField("ok", findings.stream().allMatch(ReachFinding::agrees));
    json.writeArrayFieldStart("findings");
    for (ReachFinding one : findings) {
      json.writeStartObject();
      json.writeStringField("kind", one.kind());
      json.writeStringField("subject", one.subject());
      json.writeStringField("found", one.found());
      json.writeStringField("expected", one.expected());
      json.writeBooleanField("probed", one.probed());
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeEndObject();
    json.writeRaw('\n');
    json.flush();
  }
}
