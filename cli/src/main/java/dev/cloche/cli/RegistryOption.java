package dev.cloche.cli;

import dev.cloche.cli.store.ToolRegistry;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;

/** {@code --registry}: the folder that {@code NAME@VERSION} is looked for in. */
final class RegistryOption {

  static final String REGISTRY = "--registry";

  private RegistryOption() {}

  static void addTo(CommandSpec command) {
    command.addOption(
        Options.value(
            REGISTRY,
            "DIR",
            "The folder in which a tool NAME@VERSION lies; $CLOCHE_REGISTRY without it, or"
                + " ~/.local/share/cloche/tools."));
  }

  /** Returns what finds tools under this option. */
  static ToolLocator locator(Host host, Arguments arguments) {
    return new ToolLocator(host.catalogue(), root(arguments));
  }

  /** Returns the folder, if one is named or there is a home. */
  static Optional<Path> root(Arguments arguments) {
    Optional<String> given = Options.given(arguments, REGISTRY);
    try {
      return given.isPresent() ? given.map(Path::of) : ToolRegistry.defaultRoot();
    } catch (InvalidPathException e) {
      throw new UsageException(
          REGISTRY + " " + Printable.quote(given.orElse("")) + " is no path of this system");
    }
  }
}
