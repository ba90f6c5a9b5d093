package dev.cloche.cli.serve;

import dev.cloche.Outcome;
import dev.cloche.Policy;
import dev.cloche.Tool;
import dev.cloche.audit.AuditLog;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * What a server offers, and under which policy.
 *
 * @param version the version that clients are told
 * @param policy what the calls of a session may do; each session has its own budgets of it
 * @param audit where what happens is recorded; stays the caller's to close
 * @param tools the tools that are offered as they are, each with a manifest
 * @param interpreters the languages of {@code run_script}; where there are none, it is not offered
 * @param commands whether {@code run_command} is offered, if the policy lists commands
 * @param folder a folder whose tools are offered too, and watched
 * @param reader reads a tool of the folder, and throws a RuntimeException with a message if it is
 *     none
 * @param outcomeJson writes an outcome without its streams
 * @param diagnostics takes lines for the operator; never standard output
 * @param limits the bounds of the server itself
 */
public record ServeSettings(
    String version,
    Policy policy,
    Optional<AuditLog> audit,
    List<Tool> tools,
    SortedMap<String, Tool> interpreters,
    boolean commands,
    Optional<Path> folder,
    Function<Path, Tool> reader,
    Function<Outcome, String> outcomeJson,
    Consumer<String> diagnostics,
    ServeLimits limits) {

  /** Copies the collections. */
  public ServeSettings {
    tools = List.copyOf(tools);
    interpreters = new TreeMap<>(interpreters);
    Objects.requireNonNull(policy, "policy");
    Objects.requireNonNull(limits, "limits");
  }
}
