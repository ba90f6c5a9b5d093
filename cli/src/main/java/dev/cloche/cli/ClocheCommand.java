package dev.cloche.cli;

import picocli.CommandLine.Command;

/** The command without a subcommand; holds what is said about all of them. */
@Command(
    name = "cloche",
    description = "Runs untrusted WebAssembly tools under glass, inside a JVM.",
    synopsisSubcommandLabel = "COMMAND",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    footerHeading = "%nExit status:%n",
    footer = {
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
      "  cloche help run"
    })
final class ClocheCommand implements Runnable {

  @Override
  public void run() {
    throw new UsageException(
        "name a command: run, tools or inspect; \"cloche --help\" says what they do");
  }
}
