package dev.cloche;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * How the properties of a structured input become arguments, standard input and files: the block
 * {@code call} of a manifest.
 *
 * @param arguments in their order
 * @param stdin the property that is standard input
 * @param files those that are written before the tool starts
 */
public record InputMapping(List<Item> arguments, Optional<String> stdin, List<File> files) {

  /** Copies the lists. */
  public InputMapping {
    arguments = List.copyOf(arguments);
    Objects.requireNonNull(stdin, "stdin");
    files = List.copyOf(files);
  }

  /** What gives none, one or more arguments. */
  public sealed interface Item {}

  /** An argument that is always there. */
  public record Literal(String text) implements Item {}

  /**
   * The value of a property, as an argument; of an array, one for each element.
   *
   * @param verbatim whether it may begin with a hyphen, since the tool takes it for a value anyhow
   */
  public record Value(String property, boolean verbatim) implements Item {}

  /**
   * The value of a property after an option; of an array, each element after the option.
   *
   * @param option the option; if it ends in {@code =}, both are one argument
   * @param verbatim whether the value may begin with a hyphen
   */
  public record OptionValue(String property, String option, boolean verbatim) implements Item {}

  /** An argument that is there where the property is true. */
  public record Flag(String property, String flag) implements Item {}

  /**
   * A file that holds the value of a property.
   *
   * @param path in the workspace, absolute
   */
  public record File(String path, String property) {}

  /** Returns the properties that the mapping uses. */
  public Set<String> properties() {
    Set<String> used = new TreeSet<>();
    arguments.forEach(item -> property(item).ifPresent(used::add));
    stdin.ifPresent(used::add);
    files.forEach(file -> used.add(file.property()));
    return used;
  }

  private static Optional<String> property(Item item) {
    if (item instanceof Value value) {
      return Optional.of(value.property());
    } else if (item instanceof OptionValue value) {
      return Optional.of(value.property());
    } else if (item instanceof Flag flag) {
      return Optional.of(flag.property());
    }
    return Optional.empty();
  }
}
