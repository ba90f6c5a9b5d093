package dev.cloche.policy;

import dev.cloche.Tool;
import dev.cloche.module.GuestText;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;

/**
 * Which tools may be called. A tool has to satisfy all three.
 *
 * @param allow the tools, in alphabetical order, none of them covered by another; an empty list
 *     allows none, where there is no list any tool is allowed
 * @param pins which module a name has to mean
 * @param signers who has to have signed it
 */
public record ToolPolicy(Optional<List<ToolEntry>> allow, ToolPins pins, ToolSigners signers) {

  /** 1,024 entries; an intersection may have more. */
  public static final int MAX_ENTRIES = 1_024;

  /**
   * Why a tool may not be called.
   *
   * @param rule the key of the policy, such as {@code tools.pins}
   * @param reason one sentence
   */
  public record Objection(String rule, String reason) {}

  /**
   * Sorts the entries and leaves out what others cover.
   *
   * @throws IllegalArgumentException if it says nothing
   */
  public ToolPolicy {
    allow = allow.map(ToolPolicy::reduced);
    Objects.requireNonNull(pins, "pins is null");
    Objects.requireNonNull(signers, "signers is null");
    if (allow.isEmpty() && pins.digests().isEmpty() && signers.groups().isEmpty()) {
      throw new IllegalArgumentException("says nothing of tools: no list, no pin, no signer");
    }
  }

  /** Makes one that only has a list. */
  public ToolPolicy(List<ToolEntry> allow) {
    this(Optional.of(allow), ToolPins.NONE, ToolSigners.NONE);
  }

  private static List<ToolEntry> reduced(List<ToolEntry> entries) {
    List<ToolEntry> sorted = List.copyOf(new TreeSet<>(entries));
    return sorted.stream()
        .filter(
            entry -> sorted.stream().noneMatch(more -> !more.equals(entry) && more.covers(entry)))
        .toList();
  }

  /**
   * Returns what a document or a builder says.
   *
   * @throws IllegalArgumentException if there are more than {@value #MAX_ENTRIES} tools or pins
   */
  public static ToolPolicy bounded(
      Optional<List<ToolEntry>> allow, ToolPins pins, ToolSigners signers) {
    allow.ifPresent(entries -> Checks.range("number of tools", entries.size(), 0, MAX_ENTRIES));
    Checks.range("number of pins", pins.digests().size(), 0, MAX_ENTRIES);
    return new ToolPolicy(allow, pins, signers);
  }

  /**
   * Returns why a tool may not be called; empty if it may. Of a script, the interpreter is looked
   * for in the list, or the script's own digest; a pin holds for either name.
   */
  public Optional<Objection> objection(Tool tool) {
    if (allow.isPresent() && find(tool).isEmpty()) {
      return objection("tools.allow", tool, "neither name nor digest is listed");
    }
    Tool runner = tool.runner();
    boolean pinned =
        pins.permit(tool.name(), tool.digest()) && pins.permit(runner.name(), runner.digest());
    if (!pinned) {
      return objection(
          "tools.pins", tool, "the digest pinned for its name is not sha256:" + tool.digest());
    }
    return signers.objection(tool).flatMap(why -> objection("tools.signers", tool, why));
  }

  private static Optional<Objection> objection(String rule, Tool tool, String why) {
    return Optional.of(new Objection(rule, "tool " + GuestText.quote(tool.name()) + ": " + why));
  }

  /** Returns the entry that allows a tool, if one does. */
  public Optional<ToolEntry> find(Tool tool) {
    List<ToolEntry> entries = allow.orElse(List.of());
    Tool runner = tool.runner();
    Optional<ToolEntry> entry =
        entries.stream().filter(of -> of.matches(runner.name(), runner.digest())).findFirst();
    return entry.isPresent() || !tool.isScript()
        ? entry
        : entries.stream()
            .filter(own -> own.digest().isPresent() && own.matches(tool.name(), tool.digest()))
            .findFirst();
  }

  /** Tells whether list and pins permit a tool; nothing is said of its signature. */
  boolean permits(String name, String digest) {
    return pins.permit(name, digest)
        && allow.map(all -> all.stream().anyMatch(of -> of.matches(name, digest))).orElse(true);
  }

  /** Returns what both allow. */
  public ToolPolicy and(ToolPolicy other) {
    Optional<List<ToolEntry>> both =
        allow.isEmpty() || other.allow.isEmpty()
            ? allow.or(other::allow)
            : Optional.of(shared(allow.get(), other.allow.get()));
    return new ToolPolicy(both, pins.and(other.pins), signers.and(other.signers));
  }

  private static List<ToolEntry> shared(List<ToolEntry> one, List<ToolEntry> other) {
    List<ToolEntry> both = new ArrayList<>();
    for (ToolEntry entry : one) {
      other.stream().map(entry::and).flatMap(Optional::stream).forEach(both::add);
    }
    return both;
  }
}
