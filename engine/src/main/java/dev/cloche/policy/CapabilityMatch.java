package dev.cloche.policy;

import dev.cloche.Capabilities;
import dev.cloche.Capabilities.WorkspaceUse;
import dev.cloche.Limits;
import dev.cloche.Policy;
import dev.cloche.egress.CanonicalUrl;
import dev.cloche.egress.EgressException;
import dev.cloche.egress.EgressRule;
import dev.cloche.egress.EgressRules;
import dev.cloche.egress.UrlPattern;
import dev.cloche.workspace.Access;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/** Lays what a tool asks for beside what a policy allows. */
public final class CapabilityMatch {

  private CapabilityMatch() {}

  /** Returns the lower of what is asked for and what is granted. */
  public static Limits limits(Capabilities asked, Limits granted) {
    return granted.toBuilder()
        .memoryBytes(Math.min(granted.memoryBytes(), asked.memoryBytes().orElse(Long.MAX_VALUE)))
        .fuel(Math.min(granted.fuel(), asked.fuel().orElse(Long.MAX_VALUE)))
        .build();
  }

  /** Returns what of the files is asked for. */
  public static WorkspacePolicy workspace(WorkspaceUse use, WorkspacePolicy granted) {
    return switch (use) {
      case WRITE -> granted;
      case NONE -> new WorkspacePolicy(granted.limits(), List.of(), granted.protectedNames());
      case READ ->
          new WorkspacePolicy(
              granted.limits(),
              granted.mounts().stream()
                  .map(mount -> new PolicyMount(mount.host(), mount.at(), Access.READ))
                  .toList(),
              granted.protectedNames());
    };
  }

  /** Returns what of the network is asked for. */
  public static NetworkPolicy network(Capabilities asked, NetworkPolicy granted) {
    return asked
        .network()
        .map(requests -> new NetworkPolicy(granted.rules().and(rules(requests)), granted.limits()))
        .orElse(granted);
  }

  private static EgressRules rules(List<Capabilities.Request> requests) {
    List<EgressRule> rules = new ArrayList<>();
    for (Capabilities.Request request : requests) {
      String id = "capabilities.network[" + rules.size() + "]";
      rules.add(
          new EgressRule(
              id, UrlPattern.parse(request.url()), request.methods(), false, Optional.empty()));
    }
    return EgressRules.asked(rules);
  }

  /** See {@link Capabilities#beyond}. */
  public static List<String> beyond(Capabilities asked, Policy policy) {
    List<String> beyond = new ArrayList<>();
    asked.network().ifPresent(requests -> requests.forEach(r -> requests(r, policy, beyond)));
    asked
        .environment()
        .map(TreeSet::new)
        .ifPresent(names -> names.forEach(name -> variable(name, policy, beyond)));
    if (asked.memoryBytes().orElse(0) > policy.limits().memoryBytes()) {
      beyond.add(
          "memory %s is more than the policy's %s"
              .formatted(
                  ByteSize.format(asked.memoryBytes().getAsLong()),
                  ByteSize.format(policy.limits().memoryBytes())));
    }
    if (asked.fuel().orElse(0) > policy.limits().fuel()) {
      beyond.add(
          "fuel %s is more than the policy's %s"
              .formatted(
                  Count.format(asked.fuel().getAsLong()), Count.format(policy.limits().fuel())));
    }
    return List.copyOf(beyond);
  }

  private static void requests(Capabilities.Request request, Policy policy, List<String> beyond) {
    for (String method : new TreeSet<>(request.methods())) {
      if (!allows(policy, method, UrlPattern.parse(request.url()))) {
        beyond.add("network %s %s is not allowed by the policy".formatted(method, request.url()));
      }
    }
  }

  /** Asks for one URL of the pattern: enough for a report, on which nothing depends. */
  private static boolean allows(Policy policy, String method, UrlPattern pattern) {
    String url = pattern.toString().replace("://*.", "://any.");
    try {
      return policy.network().rules().decide(method, CanonicalUrl.parse(url)).allowed();
    } catch (EgressException notAUrl) {
      return false;
    }
  }

  private static void variable(String name, Policy policy, List<String> beyond) {
    if (!policy.environment().containsKey(name)) {
      beyond.add("environment variable " + name + " is not in the policy");
    }
  }
}
