package dev.cloche;

import dev.cloche.Capabilities.WorkspaceUse;
import dev.cloche.policy.NativeLease;
import dev.cloche.policy.PlanText;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What one call may use: what its tool asks for, as far as the policy grants it, and nothing
 * beyond. A value: it does not change when the policy does, and a call that carries its digest is
 * refused if another plan would hold by then.
 *
 * <p>Immutable and thread-safe.
 */
public final class Plan {

  private static final Set<String> SAFE_METHODS = Set.of("GET", "HEAD", "OPTIONS");

  private final Tool tool;
  private final Call call;
  private final Policy policy;
  private final WorkspaceUse files;
  private final List<String> beyond;
  private volatile @Nullable String digest;

  private Plan(Tool tool, Call call, Policy policy, WorkspaceUse files, List<String> beyond) {
    this.tool = Objects.requireNonNull(tool, "tool");
    this.call = Objects.requireNonNull(call, "call");
    this.policy = Objects.requireNonNull(policy, "policy");
    this.files = Objects.requireNonNull(files, "files");
    this.beyond = List.copyOf(beyond);
  }

  /**
   * Returns the plan of a call under a policy.
   *
   * @throws dev.cloche.policy.PolicyException if the tool's manifest is not acceptable
   */
  public static Plan of(Tool tool, Call call, Policy policy) {
    Capabilities asked = Capabilities.of(tool);
    // A script gets nothing that its interpreter does not ask for.
    Capabilities runner = tool.isScript() ? Capabilities.of(tool.runner()) : asked;
    Policy open = tool.isScript() ? runner.narrow(policy) : policy;
    Policy granted = timed(tool, asked.narrow(open));
    Optional<Limits> own = call.limits();
    return new Plan(
        tool,
        call,
        own.isPresent() ? granted.within(own.get()) : granted,
        less(asked.workspace(), runner.workspace()),
        asked.beyond(open));
  }

  /** What an Extism manifest says of time. */
  private static Policy timed(Tool tool, Policy policy) {
    return tool.extismManifest()
        .flatMap(ExtismManifest::wall)
        .map(wall -> policy.within(policy.limits().toBuilder().wall(wall).build()))
        .orElse(policy);
  }

  private static WorkspaceUse less(WorkspaceUse one, WorkspaceUse other) {
    return one.compareTo(other) < 0 ? one : other;
  }

  /** The tool that would be called. */
  public Tool tool() {
    return tool;
  }

  /** What it would be given. */
  public Call call() {
    return call;
  }

  /**
   * What the guest is given as arguments, from {@code argv[1]} on: the call's, and for a script
   * first what its interpreter runs it by.
   */
  public List<String> arguments() {
    return tool.arguments(call.arguments());
  }

  /** The words of a native command, the call's arguments last; empty for a module. */
  public List<String> command() {
    if (tool.command().isEmpty()) {
      return List.of();
    }
    List<String> words = new ArrayList<>(tool.command());
    words.addAll(call.arguments());
    return List.copyOf(words);
  }

  /** The variables that the call sees: the policy's, and then its own. */
  public Map<String, String> environment() {
    Map<String, String> all = new LinkedHashMap<>();
    policy.environment().forEach((name, variable) -> all.put(name, variable.value()));
    all.putAll(call.environment());
    return Collections.unmodifiableMap(all);
  }

  /** What the call may use, as a policy: the session's, less what the tool does not ask for. */
  public Policy policy() {
    return policy;
  }

  /** What the tool may do with the files of the workspace. */
  public WorkspaceUse files() {
    return files;
  }

  /** What the tool asks for in vain, one sentence each. */
  public List<String> beyond() {
    return beyond;
  }

  /** The credentials that requests of this call may carry, by name. */
  public Set<String> credentials() {
    Set<String> names = new TreeSet<>();
    policy
        .network()
        .rules()
        .layers()
        .forEach(layer -> layer.allow().forEach(rule -> rule.credential().ifPresent(names::add)));
    names.retainAll(policy.credentials().keySet());
    return names;
  }

  /**
   * The credentials that the native command of this call is given to hold while it runs; empty for
   * a module, which never is.
   */
  public List<NativeLease> leases() {
    return tool.command().isEmpty() ? List.of() : policy.nativeCommands().leases(tool.name());
  }

  /**
   * Whether the call changes nothing: neither files, nor by a request of another method than GET,
   * HEAD and OPTIONS. MCP calls it {@code readOnlyHint}.
   */
  public boolean isReadOnly() {
    return files != WorkspaceUse.WRITE && !sendsChanges();
  }

  /**
   * Whether the call may change or delete what was there before: files of the workspace, or by a
   * request what a server has. MCP calls it {@code destructiveHint}.
   */
  public boolean isDestructive() {
    return !isReadOnly();
  }

  /** Whether the call may reach anything outside its session. MCP: {@code openWorldHint}. */
  public boolean isOpenWorld() {
    return !hatchMethods().isEmpty() || isOpenByPolicy();
  }

  private boolean isOpenByPolicy() {
    return policy.network().rules().layers().stream().noneMatch(layer -> layer.allow().isEmpty());
  }

  private Set<String> hatchMethods() {
    Set<String> methods = new TreeSet<>();
    for (Hatch hatch : call.hatches()) {
      if (hatch.request().operation() instanceof HatchOperation.ExtraUrl url) {
        methods.addAll(url.methods());
      }
    }
    return methods;
  }

  private boolean sendsChanges() {
    return !SAFE_METHODS.containsAll(hatchMethods()) || sendsChangesByPolicy();
  }

  private boolean sendsChangesByPolicy() {
    return isOpenByPolicy()
        && policy.network().rules().layers().stream()
            .allMatch(
                layer ->
                    layer.allow().stream()
                        .anyMatch(
                            rule ->
                                rule.methods().isEmpty()
                                    || !SAFE_METHODS.containsAll(rule.methods())));
  }

  /**
   * SHA-256 in lower-case hexadecimal over all of it: the tool's bytes, the call's arguments,
   * environment and input, and the narrowed policy. Of an input that is a stream, only that it is
   * one.
   */
  public String digest() {
    String known = digest;
    if (known == null) {
      known = PlanText.digest(this);
      digest = known;
    }
    return known;
  }

  /** Returns the plan as a person reads it, some lines; no secret and no path of the host. */
  public String text() {
    return PlanText.text(this);
  }

  /** Returns tool and digest. */
  @Override
  public String toString() {
    return "Plan[" + tool.name() + ", sha256:" + digest() + "]";
  }
}
