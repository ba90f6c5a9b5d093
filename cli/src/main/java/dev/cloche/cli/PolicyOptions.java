package dev.cloche.cli;

import dev.cloche.Policy;
import dev.cloche.egress.AddressVetting;
import dev.cloche.egress.CanonicalUrl;
import dev.cloche.egress.EgressException;
import dev.cloche.egress.EgressRule;
import dev.cloche.egress.EgressRules;
import dev.cloche.egress.UrlPattern;
import dev.cloche.policy.NetworkPolicy;
import dev.cloche.policy.PolicyException;
import dev.cloche.policy.PolicySource;
import dev.cloche.policy.WorkspacePolicy;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine.Model.CommandSpec;

/** The options that say what a tool may do: a policy, and what is added to it. */
final class PolicyOptions {

  static final String POLICY = "--policy";
  static final String ALLOW = "--allow";
  static final String MOUNT = "--mount";

  /** As a policy's rule that names no methods. */
  private static final Set<String> METHODS = Set.of("GET", "HEAD");

  private PolicyOptions() {}

  /** Adds all of them to a command. */
  static void addTo(CommandSpec command) {
    command
        .addOption(
            Options.value(
                POLICY,
                "FILE",
                "What the tool may do (docs/policy.md). Of limits given as options too, the lower"
                    + " hold; mounts and URLs given as options are added. Paths in it are relative"
                    + " to it."))
        .addOption(
            Options.values(
                ALLOW,
                "URL-PREFIX",
                "Lets the tool send GET and HEAD requests there, as a rule of a policy without"
                    + " methods does. Repeatable."))
        .addOption(
            Options.values(
                MOUNT,
                "HOST:GUEST[:MODE]",
                "Shows a host directory to the tool, as read (the default) or overlay, which it may"
                    + " change without the host's copy changing, unless --commit says so."
                    + " Repeatable."));
  }

  /** Tells whether a policy or a URL was given, so that there is more than limits and mounts. */
  static boolean given(Arguments arguments) {
    return arguments.hasMatchedOption(POLICY) || arguments.hasMatchedOption(ALLOW);
  }

  /** Returns the mounts given as options. */
  static List<Mount> mounts(Arguments arguments) {
    List<Mount> mounts = new ArrayList<>();
    for (String text : arguments.matchedOptionValue(MOUNT, List.<String>of())) {
      mounts.add(Mount.parse(text));
    }
    return Collections.unmodifiableList(mounts);
  }

  /**
   * Returns the policy file, or a policy without it, with the mounts and URLs given as options.
   *
   * @param otherwise what holds without a policy file
   * @throws UsageException if any of it is wrong, or guests could change the file (attack F21)
   */
  static Policy policy(Arguments arguments, Policy otherwise) {
    Optional<String> file = Options.given(arguments, POLICY);
    Policy start = file.map(PolicyFiles::read).orElse(otherwise);
    try {
      Policy policy =
          start.toBuilder()
              .workspace(workspace(start.workspace(), mounts(arguments)))
              .network(network(start.network(), allowed(arguments)))
              .build();
      if (file.isPresent()) {
        for (Path source : policy.sources()) {
          PolicySource.requireOutside(source, PolicySource.hosts(policy));
        }
      }
      return policy;
    } catch (PolicyException refused) {
      throw PolicyFiles.refused(file.orElse(ALLOW), refused);
    } catch (IOException e) {
      throw new UsageException("policy file " + Printable.quote(file.orElse("")) + " is gone");
    }
  }

  private static WorkspacePolicy workspace(WorkspacePolicy start, List<Mount> mounts) {
    WorkspacePolicy.Builder files = start.toBuilder();
    try {
      mounts.forEach(mount -> files.mount(mount.host(), mount.guestPath(), mount.access()));
      return files.build();
    } catch (IllegalArgumentException wrong) {
      throw new UsageException(MOUNT + ": " + wrong.getMessage());
    }
  }

  private static NetworkPolicy network(NetworkPolicy start, List<EgressRule> more) {
    if (more.isEmpty()) {
      return start;
    }
    var layer = start.rules().layers().get(0);
    List<EgressRule> allow = new ArrayList<>(layer.allow());
    allow.addAll(more);
    return new NetworkPolicy(EgressRules.of(allow, layer.deny()), start.limits());
  }

  private static List<EgressRule> allowed(Arguments arguments) {
    List<EgressRule> rules = new ArrayList<>();
    for (String url : arguments.matchedOptionValue(ALLOW, List.<String>of())) {
      UrlPattern pattern = pattern(url);
      requirePublic(url, pattern);
      String id = ALLOW + "[" + rules.size() + "]";
      rules.add(new EgressRule(id, pattern, METHODS, false, Optional.empty()));
    }
    return rules;
  }

  private static UrlPattern pattern(String url) {
    try {
      return UrlPattern.parse(url);
    } catch (IllegalArgumentException wrong) {
      throw new UsageException(ALLOW + ": " + wrong.getMessage());
    }
  }

  /** Nothing would be dialled there; better said now than by each request. */
  private static void requirePublic(String url, UrlPattern pattern) {
    String host = pattern.host();
    if (isLocal(host) || (!pattern.isWildcard() && isVettedOut(pattern))) {
      throw new UsageException(
          ALLOW
              + " "
              + Printable.quote(url)
              + " names a private or local address; say it in a policy with private: true");
    }
  }

  private static boolean isLocal(String host) {
    String name = host.endsWith(".") ? host.substring(0, host.length() - 1) : host;
    return name.equals("localhost") || name.endsWith(".localhost");
  }

  private static boolean isVettedOut(UrlPattern pattern) {
    try {
      CanonicalUrl url = CanonicalUrl.parse(pattern.toString());
      if (url.isAddressLiteral()) {
        List<InetAddress> itself = List.of(InetAddress.getByName(url.host()));
        AddressVetting.publicOnly().vet(url, itself, false);
      }
      return false;
    } catch (EgressException | UnknownHostException e) {
      return true;
    }
  }
}
