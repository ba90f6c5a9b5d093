package dev.cloche.policy;

import dev.cloche.Limits;
import dev.cloche.Policy;
import dev.cloche.egress.EgressLayer;
import dev.cloche.egress.EgressLimits;
import dev.cloche.egress.EgressRule;
import dev.cloche.egress.Injection.Place;
import dev.cloche.workspace.Access;
import dev.cloche.workspace.ProtectedNames;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * A policy as the mappings, lists and scalars of its document, every key written out. What the
 * document and the digest are made of: neither has anything that is not here, and no secret is.
 */
final class PolicyTree {

  private PolicyTree() {}

  /** Returns everything but the network's rules. */
  static Map<String, Object> withoutRules(Policy policy) {
    Map<String, Object> tree = new LinkedHashMap<>();
    tree.put("version", 1L);
    tree.put("limits", limits(policy.limits()));
    tree.put("workspace", workspace(policy.workspace()));
    tree.put("network", network(policy.network().limits()));
    tree.put("environment", environment(policy.environment()));
    tree.put("credentials", credentials(policy.credentials()));
    tree.put("native", nativeCommands(policy.nativeCommands()));
    policy.tools().ifPresent(tools -> tree.put("tools", tools(tools)));
    return tree;
  }

  private static Map<String, Object> tools(ToolPolicy tools) {
    Map<String, Object> tree = new LinkedHashMap<>();
    tools
        .allow()
        .ifPresent(all -> tree.put("allow", all.stream().map(ToolEntry::toString).toList()));
    if (!tools.pins().digests().isEmpty()) {
      Map<String, Object> pins = new LinkedHashMap<>();
      tools.pins().digests().forEach((name, digest) -> pins.put(name, ToolPins.format(digest)));
      tree.put("pins", pins);
    }
    List<List<String>> groups =
        tools.signers().groups().stream()
            .map(keys -> keys.stream().map(Object::toString).toList())
            .toList();
    if (!groups.isEmpty()) {
      // No document says several; the digest still has to tell them apart.
      tree.put("signers", groups.size() == 1 ? groups.get(0) : groups);
    }
    return tree;
  }

  private static Map<String, Object> limits(Limits limits) {
    Map<String, Object> tree = new LinkedHashMap<>();
    tree.put("fuel", number(Count.format(limits.fuel())));
    tree.put("wall", WallTime.format(limits.wall()));
    tree.put("memory", number(ByteSize.format(limits.memoryBytes())));
    tree.put("output", number(ByteSize.format(limits.outputBytes())));
    return tree;
  }

  private static Map<String, Object> workspace(WorkspacePolicy workspace) {
    Map<String, Object> tree = new LinkedHashMap<>();
    tree.put("bytes", number(ByteSize.format(workspace.limits().bytes())));
    tree.put("files", number(Count.format(workspace.limits().nodes())));
    tree.put("depth", number(Count.format(workspace.limits().depth())));
    tree.put("mounts", workspace.mounts().stream().map(PolicyTree::mount).toList());
    List<String> names = workspace.protectedNames().patterns();
    List<String> builtIn = ProtectedNames.defaults().patterns();
    tree.put("protected", without(names, builtIn));
    tree.put("unprotected", without(builtIn, names));
    return tree;
  }

  private static List<String> without(List<String> names, List<String> others) {
    return names.stream().filter(name -> !others.contains(name)).sorted().toList();
  }

  private static Map<String, Object> mount(PolicyMount mount) {
    Map<String, Object> tree = new LinkedHashMap<>();
    tree.put("host", mount.host().toString());
    tree.put("at", mount.at());
    tree.put("mode", mount.mode() == Access.READ ? "read" : "overlay");
    return tree;
  }

  private static Map<String, Object> network(EgressLimits limits) {
    Map<String, Object> tree = new LinkedHashMap<>();
    tree.put("requests", number(Count.format(limits.requests())));
    tree.put("sent", number(ByteSize.format(limits.sentBytes())));
    tree.put("received", number(ByteSize.format(limits.receivedBytes())));
    tree.put("response", number(ByteSize.format(limits.responseBytes())));
    tree.put("expansion", number(Count.format(limits.expansion())));
    tree.put("header", number(ByteSize.format(limits.headerBytes())));
    tree.put("redirects", number(Count.format(limits.redirects())));
    tree.put("connect", WallTime.format(limits.connect()));
    return tree;
  }

  /** Returns the rules of one layer: {@code allow} and {@code deny}. */
  static Map<String, Object> rules(EgressLayer layer) {
    Map<String, Object> tree = new LinkedHashMap<>();
    tree.put("allow", layer.allow().stream().map(PolicyTree::rule).toList());
    tree.put("deny", layer.deny().stream().map(PolicyTree::rule).toList());
    return tree;
  }

  /** Returns the rules of one layer with what decides beside them: their ids, and who says so. */
  static Map<String, Object> identified(EgressLayer layer) {
    Map<String, Object> tree = rules(layer);
    tree.put("asked", layer.asked());
    tree.put("allowIds", layer.allow().stream().map(EgressRule::id).toList());
    tree.put("denyIds", layer.deny().stream().map(EgressRule::id).toList());
    return tree;
  }

  private static Map<String, Object> rule(EgressRule rule) {
    Map<String, Object> tree = new LinkedHashMap<>();
    tree.put("url", rule.pattern().toString());
    if (!rule.methods().isEmpty()) {
      tree.put("methods", List.copyOf(new TreeSet<>(rule.methods())));
    }
    rule.credential().ifPresent(name -> tree.put("credential", name));
    if (rule.privateAddress()) {
      tree.put("private", true);
    }
    return tree;
  }

  private static Map<String, Object> environment(Map<String, EnvironmentVariable> variables) {
    Map<String, Object> tree = new LinkedHashMap<>();
    variables.forEach(
        (name, variable) ->
            tree.put(
                name,
                variable
                    .source()
                    .<Object>map(from -> Map.of("env", from))
                    .orElse(variable.value())));
    return tree;
  }

  private static Map<String, Object> credentials(Map<String, CredentialRule> credentials) {
    Map<String, Object> tree = new LinkedHashMap<>();
    credentials.forEach((name, rule) -> tree.put(name, credential(rule)));
    return tree;
  }

  private static Map<String, Object> credential(CredentialRule rule) {
    Map<String, Object> tree = new LinkedHashMap<>();
    if (rule.source() instanceof CredentialSource.Environment environment) {
      tree.put("env", environment.variable());
    } else if (rule.source() instanceof CredentialSource.File file) {
      tree.put("file", file.path().toString());
    } else {
      tree.put("issuer", true);
    }
    rule.placement()
        .ifPresent(
            where -> {
              tree.put(where.place() == Place.HEADER ? "header" : "query", where.field());
              tree.put("value", where.template());
            });
    tree.put("ttl", WallTime.format(rule.ttl()));
    tree.put("uses", number(Count.format(rule.uses())));
    return tree;
  }

  private static Map<String, Object> nativeCommands(NativePolicy commands) {
    Map<String, Object> tree = new LinkedHashMap<>();
    tree.put("commands", new ArrayList<>(commands.commands()));
    tree.put("memory", number(ByteSize.format(commands.memoryBytes())));
    tree.put("processes", number(Count.format(commands.processes())));
    tree.put("cpu", Percent.format(commands.cpuPercent()));
    tree.put("degraded", commands.degraded());
    if (!commands.leases().isEmpty()) {
      tree.put("leases", commands.leases().stream().map(PolicyTree::lease).toList());
    }
    return tree;
  }

  private static Map<String, Object> lease(NativeLease lease) {
    Map<String, Object> tree = new LinkedHashMap<>();
    tree.put("credential", lease.credential());
    tree.put("commands", lease.commands());
    tree.put(lease.place().key(), lease.name());
    return tree;
  }

  /** A quantity without a unit is a number in a document, and needs no quotes. */
  private static Object number(String quantity) {
    return quantity.chars().allMatch(Character::isDigit)
        ? (Object) Long.valueOf(quantity)
        : quantity;
  }
}
