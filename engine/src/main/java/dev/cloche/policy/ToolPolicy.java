package dev.cloche.policy;

import dev.cloche.Tool;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/**
 * Which tools may be called.
 *
 * @param allow the tools, in alphabetical order, none of them covered by another; empty allows none
 */
public record ToolPolicy(List<ToolEntry> allow) {

  /** 1,024 entries; an intersection may have more. */
  public static final int MAX_ENTRIES = 1_024;

  /** Sorts the entries and leaves out what others cover. */
  public ToolPolicy {
    List<ToolEntry> sorted = List.copyOf(new TreeSet<>(allow));
    allow =
        sorted.stream()
            .filter(
                entry ->
                    sorted.stream().noneMatch(more -> !more.equals(entry) && more.covers(entry)))
            .toList();
  }

  /**
   * Returns what a document or a builder lists.
   *
   * @throws IllegalArgumentException if there are more than {@value #MAX_ENTRIES}
   */
  public static ToolPolicy bounded(List<ToolEntry> allow) {
    Checks.range("number of tools", allow.size(), 0, MAX_ENTRIES);
    return new ToolPolicy(allow);
  }

  /** Returns the entry that allows a tool, if one does. */
  public Optional<ToolEntry> find(String name, String digest) {
    return allow.stream().filter(entry -> entry.matches(name, digest)).findFirst();
  }

  /**
   * Returns the entry that allows a tool, if one does: of a script, one that lists its interpreter,
   * or its own digest.
   */
  public Optional<ToolEntry> find(Tool tool) {
    Tool runner = tool.runner();
    Optional<ToolEntry> entry = find(runner.name(), runner.digest());
    return entry.isPresent() || !tool.isScript()
        ? entry
        : allow.stream()
            .filter(own -> own.digest().isPresent() && own.matches(tool.name(), tool.digest()))
            .findFirst();
  }

  /** Returns the tools that both allow. */
  public ToolPolicy and(ToolPolicy other) {
    return new ToolPolicy(
        allow.stream()
            .flatMap(entry -> other.allow.stream().map(entry::and).flatMap(Optional::stream))
            .toList());
  }
}
