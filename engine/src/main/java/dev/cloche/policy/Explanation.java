package dev.cloche.policy;

import dev.cloche.Policy;
import dev.cloche.Tool;
import dev.cloche.egress.CanonicalUrl;
import dev.cloche.egress.EgressDecision;
import dev.cloche.egress.EgressException;
import dev.cloche.module.GuestText;
import dev.cloche.workspace.Access;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What a policy says of one thing, and why. Made by the code that decides, not beside it.
 *
 * @param subject what was asked about in its one form; as it was given where it has none
 * @param allowed whether a guest may use it
 * @param rule the key of the policy that decides, such as {@code network.allow[0]}
 * @param reason one sentence for a person, which names no path of the host
 */
public record Explanation(String subject, boolean allowed, String rule, String reason) {

  /** The rule of what is not said in an acceptable form. */
  public static final String MALFORMED = "malformed";

  /** Explains a request. Nothing is resolved: its addresses are vetted when it is made. */
  public static Explanation ofUrl(Policy policy, String method, String url) {
    CanonicalUrl canonical;
    try {
      canonical = CanonicalUrl.parse(url);
    } catch (EgressException malformed) {
      return new Explanation(
          GuestText.escape(url), false, MALFORMED, String.valueOf(malformed.getMessage()));
    }
    EgressDecision decision = policy.network().rules().decide(method, canonical);
    String with =
        decision.credential().map(name -> ", with credential \"" + name + "\"").orElse("");
    return new Explanation(
        method + " " + canonical, decision.allowed(), decision.rule(), decision.reason() + with);
  }

  /** Explains a guest's path. */
  public static Explanation ofPath(Policy policy, String path) {
    Optional<List<String>> names = names(path);
    if (names.isEmpty()) {
      return new Explanation(
          GuestText.escape(path),
          false,
          MALFORMED,
          "a guest's path starts with \"/\", does not leave it, and has no NUL character");
    }
    String canonical = "/" + String.join("/", names.get());
    List<PolicyMount> mounts = policy.workspace().mounts();
    for (PolicyMount mount : mounts) {
      if (PolicyMount.isAtOrBelow(canonical, mount.at())) {
        String rule = "workspace.mounts[" + mounts.indexOf(mount) + "]";
        return mounted(policy, mount, canonical, rule);
      }
    }
    return new Explanation(
        GuestText.escape(canonical),
        true,
        "workspace",
        "may be read and changed: it is the workspace's own, in memory, empty at first");
  }

  private static Explanation mounted(Policy policy, PolicyMount mount, String path, String rule) {
    if (mount.mode() == Access.READ) {
      return new Explanation(
          GuestText.escape(path), true, rule, "may be read: the mount's mode is read");
    }
    List<String> host = new ArrayList<>();
    mount.host().forEach(name -> host.add(name.toString()));
    int outside = host.size();
    String below = path.substring(mount.at().equals("/") ? 0 : mount.at().length());
    host.addAll(names("/" + below).orElseThrow());
    return policy.workspace().protectedNames().protects(host, outside)
        ? new Explanation(
            GuestText.escape(path),
            true,
            "workspace.protected",
            "may be read and not changed: a program of the host would obey what is written there")
        : new Explanation(
            GuestText.escape(path),
            true,
            rule,
            "may be read and changed: the mount's mode is overlay, so that changes stay in memory"
                + " until they are committed");
  }

  /** Returns the names of an absolute path without {@code .} and {@code ..}, links aside. */
  private static Optional<List<String>> names(String path) {
    if (!path.startsWith("/") || path.indexOf('\0') >= 0) {
      return Optional.empty();
    }
    List<String> names = new ArrayList<>();
    for (String name : path.split("/", -1)) {
      if (name.equals("..")) {
        if (names.isEmpty()) {
          return Optional.empty();
        }
        names.remove(names.size() - 1);
      } else if (!name.isEmpty() && !name.equals(".")) {
        names.add(name);
      }
    }
    return Optional.of(names);
  }

  /**
   * Explains whether a native command may be started, by its name. What it starts in turn is not
   * the policy's to decide, and whether the machine can hold it is not known here.
   */
  public static Explanation ofCommand(Policy policy, String command) {
    Tool tool;
    try {
      tool = Tool.command(command);
    } catch (IllegalArgumentException noName) {
      return new Explanation(
          GuestText.escape(command), false, MALFORMED, String.valueOf(noName.getMessage()));
    }
    Explanation listed = ofTool(policy, tool);
    if (!listed.allowed()) {
      return listed;
    }
    NativePolicy commands = policy.nativeCommands();
    String reason =
        commands.commands().isEmpty()
            ? "the policy names no native command"
            : "is not one of " + String.join(", ", commands.commands());
    return commands.allows(command)
        ? new Explanation(
            GuestText.escape(command),
            true,
            commands.rule(),
            "is listed" + bounds(commands) + leases(commands, command))
        : new Explanation(GuestText.escape(command), false, commands.rule(), reason);
  }

  private static String bounds(NativePolicy commands) {
    return ", with memory %s, processes %d, cpu %d%%%s"
        .formatted(
            ByteSize.format(commands.memoryBytes()),
            commands.processes(),
            commands.cpuPercent(),
            commands.degraded() ? ", also where the machine cannot enforce these" : "");
  }

  private static String leases(NativePolicy commands, String command) {
    return commands.leases(command).stream()
        .map(lease -> "; given credential \"" + lease.credential() + "\" in " + lease.where())
        .collect(Collectors.joining());
  }

  /** Explains whether a tool may be called. */
  public static Explanation ofTool(Policy policy, Tool tool) {
    String subject = GuestText.escape(tool.name()) + "@sha256:" + tool.digest();
    if (policy.tools().isEmpty()) {
      return new Explanation(
          subject, true, "tools", "the policy has no list of tools: any may be called");
    }
    ToolPolicy rules = policy.tools().get();
    return rules
        .objection(tool)
        .map(why -> new Explanation(subject, false, why.rule(), why.reason()))
        .orElseGet(() -> permitted(subject, rules, tool));
  }

  private static Explanation permitted(String subject, ToolPolicy rules, Tool tool) {
    String signed = rules.signers().groups().isEmpty() ? "" : ", and signatures are as asked for";
    return rules
        .find(tool)
        .map(
            entry ->
                new Explanation(subject, true, "tools.allow", "is listed as " + entry + signed))
        .orElseGet(
            () -> new Explanation(subject, true, "tools", "no pin stands against it" + signed));
  }
}
