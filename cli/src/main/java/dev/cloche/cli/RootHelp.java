package dev.cloche.cli;

import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** What is said about all commands together. */
final class RootHelp {

  private RootHelp() {}

  /** Returns a command that has all others below it, and whose help lists them. */
  static CommandSpec of(List<Command> commands) {
    CommandSpec root =
        Parser.command(
            "cloche",
            "cloche COMMAND",
            "Runs untrusted WebAssembly tools under glass, inside a JVM.");
    root.addOption(version());
    for (Command command : commands) {
      CommandSpec spec = command.spec();
      root.addSubcommand(spec.name(), spec);
    }
    root.addSubcommand(
        "help",
        Parser.command(
            "help", "cloche help [COMMAND]", "Shows the help of a command: cloche help COMMAND."));
    root.usageMessage()
        .sortOptions(false)
        .footerHeading("%nExit status:%n")
        .footer(
            "  the guest's own, or",
            "  120  refused: bad module, bad policy, bad usage",
            "  121  denied by the policy",
            "  122  limit exceeded",
            "  123  trapped",
            "  124  cancelled",
            "  125  host fault",
            "",
            "Examples:",
            "  cloche run js -e 'console.log(6*7)'",
            "  cloche run --fuel 100M --wall 2s --mount .:/data tool.wasm /data/in.csv",
            "  cloche shell --mount .:/src -- bash -c 'grep -rc main src | sort'",
            "  cloche help run");
    return root;
  }

  private static OptionSpec version() {
    return OptionSpec.builder("-V", "--version")
        .arity("0")
        .type(boolean.class)
        .description("Tells the version.")
        .build();
  }
}
