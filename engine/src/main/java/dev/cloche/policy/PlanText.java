package dev.cloche.policy;

import dev.cloche.Call;
import dev.cloche.Capabilities.WorkspaceUse;
import dev.cloche.HatchOperation;
import dev.cloche.HatchRequest;
import dev.cloche.Limits;
import dev.cloche.Plan;
import dev.cloche.Policy;
import dev.cloche.Tool;
import dev.cloche.egress.EgressLayer;
import dev.cloche.egress.EgressRule;
import dev.cloche.module.GuestText;
import dev.cloche.module.Sha256;
import dev.cloche.workspace.Access;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.List;
import java.util.TreeSet;

/** A {@link Plan} in words, and in a number. */
public final class PlanText {

  private PlanText() {}

  /** See {@link Plan#text}. */
  public static String text(Plan plan) {
    StringBuilder text = new StringBuilder();
    Policy policy = plan.policy();
    line(text, "tool", GuestText.escape(plan.tool().name()) + " sha256:" + plan.tool().digest());
    if (plan.tool().isScript()) {
      Tool runner = plan.tool().runner();
      line(text, "script for", GuestText.escape(runner.name()) + " sha256:" + runner.digest());
    }
    if (!plan.command().isEmpty()) {
      line(text, "native command", commands(policy.nativeCommands()));
      plan.tool().command().stream()
          .skip(1)
          .forEach(word -> line(text, "argument", GuestText.quote(word)));
    }
    List<String> arguments = plan.call().arguments();
    for (int i = 0; i < arguments.size(); i++) {
      boolean secret = plan.call().isSecret(i);
      line(text, "argument", secret ? "[redacted]" : GuestText.quote(arguments.get(i)));
    }
    plan.call()
        .files()
        .forEach(
            (path, content) ->
                line(text, "file", GuestText.quote(path) + " of " + content.length + " bytes"));
    line(text, "limits", limits(policy.limits()));
    line(text, "files", files(plan));
    if (!policy.environment().isEmpty() || !plan.call().environment().isEmpty()) {
      TreeSet<String> names = new TreeSet<>(policy.environment().keySet());
      names.addAll(plan.call().environment().keySet());
      line(text, "environment", String.join(", ", names.stream().map(GuestText::escape).toList()));
    }
    plan.leases().forEach(lease -> line(text, "lease", lease(lease)));
    network(text, plan);
    plan.call()
        .hatches()
        .forEach(hatch -> line(text, "hatch", GuestText.escape(hatch(hatch.request()))));
    plan.beyond().forEach(wish -> line(text, "not granted", wish));
    line(text, "hints", hints(plan));
    return text.toString();
  }

  private static String lease(NativeLease lease) {
    return "credential %s in %s, which the command can read"
        .formatted(lease.credential(), lease.where());
  }

  private static String hatch(HatchRequest request) {
    return request.operation() instanceof HatchOperation.ExtraMount mount
        ? "mount at %s (host, %s), because %s"
            .formatted(mount.guest(), mode(mount.access()), request.reason())
        : request.toString();
  }

  private static String mode(Access access) {
    return access == Access.READ ? "read" : "overlay";
  }

  private static void line(StringBuilder text, String name, String value) {
    text.append(name).append(": ").append(value).append('\n');
  }

  private static String limits(Limits limits) {
    return "fuel %s, wall %s, memory %s, output %s"
        .formatted(
            Count.format(limits.fuel()),
            WallTime.format(limits.wall()),
            ByteSize.format(limits.memoryBytes()),
            ByteSize.format(limits.outputBytes()));
  }

  private static String commands(NativePolicy limits) {
    return "memory %s, processes %s, cpu %s%s"
        .formatted(
            ByteSize.format(limits.memoryBytes()),
            limits.processes(),
            limits.cpuPercent() + "%",
            limits.degraded() ? ", degraded where the machine cannot enforce them" : "");
  }

  private static String files(Plan plan) {
    if (plan.files() == WorkspaceUse.NONE) {
      return "none";
    }
    String use = plan.files() == WorkspaceUse.READ ? "read" : "read and write";
    StringBuilder mounts = new StringBuilder();
    for (PolicyMount mount : plan.policy().workspace().mounts()) {
      mounts.append(", ").append(GuestText.escape(mount.at()));
      mounts.append(" (host, ").append(mode(mount.mode())).append(')');
    }
    return use + mounts;
  }

  private static void network(StringBuilder text, Plan plan) {
    List<EgressLayer> layers = plan.policy().network().rules().layers();
    if (layers.stream().anyMatch(layer -> layer.allow().isEmpty())) {
      line(text, "network", "none");
      return;
    }
    for (EgressLayer layer : layers) {
      String which = layer.asked() ? "network asked for" : "network";
      layer.allow().forEach(rule -> line(text, which, "allow " + rule(rule)));
      layer.deny().forEach(rule -> line(text, which, "deny " + rule(rule)));
    }
  }

  private static String rule(EgressRule rule) {
    String methods = rule.methods().isEmpty() ? "" : " " + new TreeSet<>(rule.methods());
    String credential = rule.credential().map(name -> " with credential " + name).orElse("");
    return rule.pattern() + methods + credential + (rule.privateAddress() ? " (private)" : "");
  }

  private static String hints(Plan plan) {
    return "%s, %s, %s"
        .formatted(
            plan.isReadOnly() ? "read-only" : "changes things",
            plan.isDestructive() ? "destructive" : "not destructive",
            plan.isOpenWorld() ? "open world" : "closed world");
  }

  /** See {@link Plan#digest}. Each part goes in with its length, so that no two run together. */
  public static String digest(Plan plan) {
    MessageDigest sha = Sha256.begin();
    Call call = plan.call();
    add(sha, plan.tool().name());
    add(sha, plan.tool().digest());
    add(sha, plan.policy().digest());
    add(sha, plan.files().name());
    add(sha, Integer.toString(call.arguments().size()));
    call.arguments().forEach(argument -> add(sha, argument));
    add(sha, Integer.toString(call.environment().size()));
    call.environment()
        .forEach(
            (name, value) -> {
              add(sha, name);
              add(sha, value);
            });
    add(sha, call.stdinStream().isPresent() ? "stream" : "bytes");
    add(sha, call.stdinBytes());
    add(sha, call.seed().toString());
    call.hatches().forEach(hatch -> add(sha, hatch.request().toString()));
    call.files()
        .forEach(
            (path, content) -> {
              add(sha, "file");
              add(sha, path);
              add(sha, content);
            });
    return Sha256.end(sha);
  }

  private static void add(MessageDigest sha, String part) {
    add(sha, part.getBytes(StandardCharsets.UTF_8));
  }

  private static void add(MessageDigest sha, byte[] part) {
    sha.update(ByteBuffer.allocate(Integer.BYTES).putInt(part.length).flip());
    sha.update(part);
  }
}
