package dev.cloche.cli;

import dev.cloche.Call;
import dev.cloche.Engine;
import dev.cloche.Execution;
import dev.cloche.Outcome;
import dev.cloche.Policy;
import dev.cloche.Session;
import dev.cloche.SessionOptions;
import dev.cloche.audit.AuditLog;
import dev.cloche.cli.ReachTargets.CredentialUse;
import dev.cloche.policy.Profile;
import dev.cloche.workspace.Workspace;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Runs the probe under a policy, and sets what it found beside what the policy says. */
final class ReachProbe {

  private static final String SCRIPT = "reach.js";

  private final Host host;
  private final Policy policy;
  private final boolean send;
  private final TraceRecords records = new TraceRecords();

  /**
   * Makes one.
   *
   * @param send whether requests that the policy allows are sent
   */
  ReachProbe(Host host, Policy policy, boolean send) {
    this.host = host;
    // What can be reached is the question, not how long a probe may take.
    this.policy = policy.toBuilder().limits(Profile.NORMAL.limits()).build();
    this.send = send;
  }

  /**
   * Returns all findings.
   *
   * @throws UsageException if the policy lets the probe not run
   */
  List<ReachFinding> findings() throws IOException {
    ReachTargets targets = new ReachTargets(policy);
    Map<String, String> expected = targets.expected();
    List<String> tried = new ArrayList<>();
    List<ReachFinding> findings = new ArrayList<>();
    expected.forEach(
        (target, says) -> {
          if (says.equals(ReachTargets.ALLOWED) && !send) {
            findings.add(finding(target, says, says, false));
          } else {
            tried.add(target);
          }
        });
    Map<String, String> found = probe(tried);
    for (String target : tried) {
      findings.add(
          finding(
              target,
              found.getOrDefault(target, "nothing"),
              Objects.requireNonNull(expected.get(target), target),
              true));
      found.remove(target);
    }
    // Variables and the clock: what was not asked for by name.
    Map<String, String> ambient = targets.ambient();
    found.forEach(
        (target, what) ->
            findings.add(finding(target, what, ambient.getOrDefault(target, "nothing"), true)));
    ambient.forEach(
        (target, says) -> {
          if (!found.containsKey(target)) {
            findings.add(finding(target, "nothing", says, true));
          }
        });
    targets.credentials().forEach(use -> findings.add(credential(use)));
    return findings;
  }

  /** What a request was given is in the record of its decision, which only those have that went. */
  private ReachFinding credential(CredentialUse use) {
    String found = send ? use.found(records.allowed()) : use.expected();
    return new ReachFinding("credential", use.scope(), found, use.expected(), send);
  }

  private static ReachFinding finding(String target, String found, String expected, boolean tried) {
    int space = target.indexOf(' ');
    return new ReachFinding(
        target.substring(0, space), target.substring(space + 1), found, expected, tried);
  }

  private Map<String, String> probe(List<String> targets) throws IOException {
    try (AuditLog log = AuditLog.open(records::add);
        Workspace workspace =
            Workspace.inMemory(
                policy.workspace().limits(),
                InstantSource.system(),
                policy.workspace().protectedNames());
        Engine engine = host.engines().open(policy.limits(), Execution.TIERED)) {
      Overlays unused = Overlays.mount(Mount.of(policy), workspace, false);
      SessionOptions options =
          SessionOptions.builder(policy).workspace(workspace).audit(log).build();
      try (Session session = engine.openSession(options)) {
        return lines(session.call(new ToolLocator(host.catalogue()).find("js"), call(targets)));
      }
    }
  }

  private static Call call(List<String> targets) throws IOException {
    List<String> arguments = new ArrayList<>(List.of("-e", script()));
    targets.forEach(target -> arguments.add(target.replaceFirst("^request ", "url ")));
    return Call.builder().arguments(arguments).build();
  }

  private static String script() throws IOException {
    try (InputStream in = ReachProbe.class.getResourceAsStream(SCRIPT)) {
      return new String(Objects.requireNonNull(in, SCRIPT).readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /** A probe that did not come to its end has found nothing: that is no agreement. */
  private static Map<String, String> lines(Outcome outcome) {
    if (!(outcome instanceof Outcome.Completed completed) || completed.exitStatus() != 0) {
      throw new UsageException("the probe js cannot run under this policy: " + outcome.message());
    }
    Map<String, String> found = new LinkedHashMap<>();
    for (String line : outcome.stdout().text().split("\n", -1)) {
      String[] words = line.split("\t", -1);
      if (words.length == 3) {
        found.put(words[0] + " " + words[1], words[2]);
      }
    }
    return found;
  }
}
