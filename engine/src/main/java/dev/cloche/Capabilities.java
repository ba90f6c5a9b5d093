package dev.cloche;

import dev.cloche.policy.CapabilityMatch;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * What a tool asks for. It narrows a policy and never widens it: what the policy does not allow is
 * not there, whatever a tool asks for; what the tool does not ask for is not there either.
 *
 * <p>A module without a manifest may use all that the policy grants. One with a manifest gets, of
 * the network and of the policy's environment, only what it asks for, and of workspace, memory and
 * fuel what the policy grants unless it asks for less.
 *
 * @param network the requests; empty for all that the policy allows, which an interpreter asks for,
 *     since its scripts decide
 * @param environment the variables of the policy by name; empty for all
 * @param workspace what it does with files
 * @param memoryBytes linear memory, a multiple of 64 KiB; empty for what the policy grants
 * @param fuel units of fuel; empty for what the policy grants
 */
public record Capabilities(
    Optional<List<Request>> network,
    Optional<Set<String>> environment,
    WorkspaceUse workspace,
    OptionalLong memoryBytes,
    OptionalLong fuel) {

  /** What a tool does with the workspace. */
  public enum WorkspaceUse {
    /** Nothing: it neither reads nor writes files. */
    NONE,
    /** It reads files and changes none. */
    READ,
    /** It reads and changes files. */
    WRITE
  }

  /**
   * Requests that a tool makes.
   *
   * @param url a pattern as in a rule of a policy
   * @param methods the methods; not empty
   */
  public record Request(String url, Set<String> methods) {
    /** Copies the methods. */
    public Request {
      Objects.requireNonNull(url, "url");
      methods = Set.copyOf(methods);
    }
  }

  /** Copies the parts. */
  public Capabilities {
    network = network.map(List::copyOf);
    environment = environment.map(Set::copyOf);
    Objects.requireNonNull(workspace, "workspace");
    Objects.requireNonNull(memoryBytes, "memory");
    Objects.requireNonNull(fuel, "fuel");
  }

  /** Returns what a manifest without the block asks for: no network, no variables. */
  public static Capabilities none() {
    return new Capabilities(
        Optional.of(List.of()),
        Optional.of(Set.of()),
        WorkspaceUse.WRITE,
        OptionalLong.empty(),
        OptionalLong.empty());
  }

  /** Returns what a module without a manifest gets: all that the policy grants. */
  public static Capabilities all() {
    return new Capabilities(
        Optional.empty(),
        Optional.empty(),
        WorkspaceUse.WRITE,
        OptionalLong.empty(),
        OptionalLong.empty());
  }

  /**
   * Returns what a tool asks for in its manifest, or all where it has none.
   *
   * @throws dev.cloche.policy.PolicyException if the manifest is not acceptable
   */
  public static Capabilities of(Tool tool) {
    return tool.capabilities();
  }

  /**
   * Returns the policy less what is not asked for. With {@link WorkspaceUse#NONE} it has no mounts,
   * with {@link WorkspaceUse#READ} all are read-only; that the workspace's own files do not change
   * either, is for whoever runs the call to see to.
   */
  public Policy narrow(Policy policy) {
    return policy.narrowed(
        CapabilityMatch.limits(this, policy.limits()),
        CapabilityMatch.workspace(workspace, policy.workspace()),
        CapabilityMatch.network(this, policy.network()),
        name -> environment.map(names -> names.contains(name)).orElse(true));
  }

  /** Returns what is asked for and not allowed by the policy, one sentence each. */
  public List<String> beyond(Policy policy) {
    return CapabilityMatch.beyond(this, policy);
  }
}
