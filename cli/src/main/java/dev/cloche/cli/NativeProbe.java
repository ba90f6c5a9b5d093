package dev.cloche.cli;

import dev.cloche.Call;
import dev.cloche.Engine;
import dev.cloche.Outcome;
import dev.cloche.Policy;
import dev.cloche.Session;
import dev.cloche.SessionOptions;
import dev.cloche.Tool;
import dev.cloche.host.NativeBackend;
import dev.cloche.host.NativeOptions;
import dev.cloche.policy.NativePolicy;
import dev.cloche.policy.Profile;
import dev.cloche.workspace.Snapshot;
import dev.cloche.workspace.Workspace;
import dev.cloche.workspace.WorkspaceDiff;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

/** Runs a probe in the sandbox of native commands, and compares what it finds with the policy. */
final class NativeProbe {

  private static final String SCRIPT = "reach-native.sh";

  private final Policy policy;
  private final NativeTargets targets;

  NativeProbe(Policy policy) {
    NativePolicy commands = policy.nativeCommands();
    this.policy =
        policy.toBuilder()
            .limits(Profile.NORMAL.limits())
            // The probe is a script of bash, whatever commands the policy allows.
            .nativeCommands(
                new NativePolicy(
                    List.of("bash"),
                    commands.memoryBytes(),
                    commands.processes(),
                    commands.cpuPercent(),
                    commands.degraded()))
            .build();
    this.targets = new NativeTargets(policy);
  }

  /** Returns all findings; a probe that cannot run is one of them, and a difference. */
  List<ReachFinding> findings() throws IOException {
    try (Workspace workspace =
            Workspace.inMemory(
                policy.workspace().limits(),
                InstantSource.system(),
                policy.workspace().protectedNames());
        NativeBackend backend =
            NativeBackend.create(new NativeOptions(List.of(), policy.nativeCommands().degraded()));
        Engine engine = Engine.builder().backend(backend).build()) {
      Overlays unused = Overlays.mount(Mount.of(policy), workspace, false);
      Snapshot before = workspace.snapshot();
      SessionOptions options = SessionOptions.builder(policy).workspace(workspace).build();
      try (Session session = engine.openSession(options)) {
        Outcome outcome = session.call(Tool.command("bash", "-c"), call());
        if (!(outcome instanceof Outcome.Completed done) || done.exitStatus() != 0) {
          return List.of(
              new ReachFinding("native", outcome.message(), outcome.id(), "completed", true));
        }
        return compared(found(done.stdout().text(), workspace.diff(before)));
      }
    }
  }

  /**
   * Returns what commands are given to hold, as the policy says: the probe is none of them, and
   * asks for no secret.
   */
  List<ReachFinding> leases() {
    return targets.policy().nativeCommands().leases().stream()
        .map(lease -> new ReachFinding("native-lease", lease.toString(), "lent", "lent", false))
        .toList();
  }

  private Call call() throws IOException {
    List<String> arguments = new ArrayList<>(List.of(script(), "reach"));
    arguments.addAll(targets.paths());
    arguments.add("--");
    arguments.addAll(targets.hosts());
    return Call.builder().arguments(arguments).build();
  }

  private static String script() throws IOException {
    try (InputStream in = NativeProbe.class.getResourceAsStream(SCRIPT)) {
      return new String(Objects.requireNonNull(in, SCRIPT).readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static Map<String, String> found(String lines, WorkspaceDiff diff) {
    Map<String, String> found = new LinkedHashMap<>();
    for (String line : lines.split("\n", -1)) {
      String[] words = line.split("\t", -1);
      if (words.length == 3) {
        found.put(words[0] + " " + words[1], words[2]);
      }
    }
    found.replaceAll((target, what) -> kept(target, what, diff));
    return found;
  }

  /** A command may write below a read-only mount; what counts is whether the session keeps it. */
  private static String kept(String target, String what, WorkspaceDiff diff) {
    String below = "path " + NativeTargets.WORKSPACE;
    if (!what.equals("read and write") || !target.startsWith(below)) {
      return what;
    }
    String path = target.substring(below.length());
    Set<String> changed = new TreeSet<>();
    diff.added().forEach(entry -> changed.add(entry.path()));
    diff.changed().forEach(entry -> changed.add(entry.path()));
    boolean isKept =
        changed.stream().anyMatch(each -> each.equals(path) || each.startsWith(path + "/"));
    return isKept ? what : "read";
  }

  private List<ReachFinding> compared(Map<String, String> found) {
    List<ReachFinding> findings = new ArrayList<>();
    Map<String, String> expected = targets.expected();
    expected.forEach(
        (target, says) ->
            findings.add(finding(target, found.getOrDefault(target, "nothing"), says)));
    found.forEach(
        (target, what) -> {
          if (!expected.containsKey(target)) {
            findings.add(finding(target, what, targets.otherwise(target)));
          }
        });
    return findings;
  }

  private static ReachFinding finding(String target, String found, String expected) {
    int space = target.indexOf(' ');
    String kind = "native-" + target.substring(0, space);
    return new ReachFinding(kind, target.substring(space + 1), found, expected, true);
  }
}
