package dev.cloche.policy;

import dev.cloche.Tool;
import dev.cloche.signature.SignerKey;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Who has to have signed a tool: of each group one.
 *
 * @param groups of keys, none of them containing another; one policy has one group at most, an
 *     intersection those of both; none asks for no signature
 */
public record ToolSigners(List<SortedSet<SignerKey>> groups) {

  /** No signature is asked for. */
  public static final ToolSigners NONE = new ToolSigners(List.of());

  /** 64 keys: each costs a verification with a tool's first call. */
  public static final int MAX_KEYS = 64;

  private static final Comparator<SortedSet<SignerKey>> ORDER =
      Comparator.comparing(Object::toString);

  /** Leaves out the groups that others imply, and sorts the rest. */
  public ToolSigners {
    List<SortedSet<SignerKey>> sorted = new ArrayList<>();
    for (SortedSet<SignerKey> group : groups) {
      boolean implied =
          groups.stream().anyMatch(less -> !less.equals(group) && group.containsAll(less));
      if (!implied && !sorted.contains(group)) {
        sorted.add(Collections.unmodifiableSortedSet(new TreeSet<>(group)));
      }
    }
    sorted.sort(ORDER);
    groups = List.copyOf(sorted);
  }

  /**
   * Returns that one of these keys has to have signed.
   *
   * @throws IllegalArgumentException if there is none, or more than {@value #MAX_KEYS}
   */
  public static ToolSigners anyOf(Collection<SignerKey> keys) {
    Checks.range("number of signers", keys.size(), 1, MAX_KEYS);
    return new ToolSigners(List.of(new TreeSet<>(keys)));
  }

  /** Returns what satisfies both. */
  ToolSigners and(ToolSigners other) {
    List<SortedSet<SignerKey>> all = new ArrayList<>(groups);
    all.addAll(other.groups);
    return new ToolSigners(all);
  }

  /**
   * Returns why a tool does not satisfy them. A tool of a jar is part of the program, which needs
   * no signature; unless it is an interpreter that is called itself, since then what it runs comes
   * from the caller. Of a script, both count.
   */
  Optional<String> objection(Tool tool) {
    if (groups.isEmpty() || isOfProgram(tool)) {
      return Optional.empty();
    }
    if (tool.isScript() && tool.runner().owner().isEmpty()) {
      Optional<String> runner = unsigned(tool.runner());
      if (runner.isPresent()) {
        return Optional.of("its interpreter: " + runner.get());
      }
    }
    return unsigned(tool);
  }

  private static boolean isOfProgram(Tool tool) {
    return tool.owner().isPresent()
        && tool.manifest().flatMap(manifest -> manifest.script()).isEmpty();
  }

  private Optional<String> unsigned(Tool tool) {
    if (tool.owner().isPresent()) {
      return Optional.of("it is an interpreter of this program, and only signed scripts may run");
    }
    Optional<String> problem = tool.signature().problem();
    if (problem.isPresent()) {
      return problem;
    }
    boolean all = groups.stream().allMatch(keys -> keys.stream().anyMatch(tool.signature()::isBy));
    return all ? Optional.empty() : Optional.of("none of the signers that are asked for signed it");
  }
}
