package dev.cloche.cli;

import dev.cloche.Tool;
import dev.cloche.policy.PolicyException;
import dev.cloche.policy.PolicySource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** What {@code cloche serve} is told to offer: all bundled tools, or those that are named. */
final class ServeTools {

  private static final String SCRIPT = "run_script";
  private static final String COMMAND = "run_command";

  private final Catalogue catalogue;
  private final List<String> names;
  private final List<Path> mounts;

  /**
   * Makes one.
   *
   * @param names what the user named; empty for all
   * @param mounts what guests see of the host: no manifest may lie in it
   */
  ServeTools(Catalogue catalogue, List<String> names, List<Path> mounts) {
    this.catalogue = catalogue;
    this.names = names;
    this.mounts = mounts;
  }

  /**
   * Returns the tools that are offered as they are.
   *
   * @throws UsageException if one cannot be found or read
   */
  List<Tool> tools() {
    if (names.isEmpty()) {
      return built().stream().map(entry -> entry.tool().get()).toList();
    }
    List<Tool> tools = new ArrayList<>();
    for (String name : names) {
      if (!name.equals(SCRIPT) && !name.equals(COMMAND)) {
        tools.add(read(name));
      }
    }
    return tools;
  }

  /** Returns the languages of {@code run_script}; none if it is not wanted. */
  SortedMap<String, Tool> interpreters() {
    SortedMap<String, Tool> interpreters = new TreeMap<>();
    if (names.isEmpty() || names.contains(SCRIPT)) {
      built().stream()
          .filter(entry -> entry.manifest().script().isPresent())
          .forEach(entry -> interpreters.put(entry.name(), entry.tool().get()));
    }
    return interpreters;
  }

  /** Whether {@code run_command} is wanted. */
  boolean commands() {
    return names.isEmpty() || names.contains(COMMAND);
  }

  private List<Catalogue.Entry> built() {
    return catalogue.entries().stream().filter(entry -> entry.missing().isEmpty()).toList();
  }

  /** Returns a tool by its name or file, the manifest beside it included. */
  Tool read(String name) {
    ToolLocator locator = new ToolLocator(catalogue);
    Tool tool = locator.find(name);
    locator.requireSidecarOutside(mounts);
    return tool;
  }

  /**
   * Returns the folder that is to be watched: attack F21, no guest may put a tool into it.
   *
   * @throws UsageException if it is none, or guests see it
   */
  Path folder(String option, String name) {
    try {
      Path folder = Path.of(name).toAbsolutePath();
      if (name.isEmpty() || !Files.isDirectory(folder)) {
        throw new UsageException(option + " " + Printable.quote(name) + " is no directory");
      }
      PolicySource.requireOutside(folder, mounts);
      return folder;
    } catch (InvalidPathException | IOException e) {
      throw new UsageException(option + " " + Printable.quote(name) + " cannot be read");
    } catch (PolicyException inside) {
      throw new UsageException(
          option + " " + Printable.quote(name) + " lies inside a mount; move it out");
    }
  }

  /** Reads a tool of the folder. */
  Tool ofFolder(Path file) {
    return read(file.toString());
  }
}
