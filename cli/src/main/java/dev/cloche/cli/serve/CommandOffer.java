package dev.cloche.cli.serve;

import dev.cloche.Call;
import dev.cloche.InputException;
import dev.cloche.Policy;
import dev.cloche.Tool;
import io.modelcontextprotocol.spec.McpSchema;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** {@code run_command}: a native command that the policy lists, in the kernel's sandbox. */
final class CommandOffer implements Offer {

  static final String NAME = "run_command";

  private static final Set<String> KEYS = Set.of("command", "arguments", "stdin", "files");

  private final List<String> commands;
  private final McpSchema.Tool definition;

  /** Makes one of the commands of a policy that allows some. */
  CommandOffer(Policy policy) {
    this.commands = policy.nativeCommands().commands();
    String title = "Run a command";
    this.definition =
        McpSchema.Tool.builder(NAME, schema(commands))
            .title(title)
            .description(
                "Runs a command of the machine in a sandbox: "
                    + String.join(", ", commands)
                    + ". It starts in /workspace, which holds the files of this session, and sees"
                    + " of the machine's own files /usr alone. No shell reads the arguments.")
            .annotations(Hints.of(title, commands.stream().map(Tool::command).toList(), policy))
            .build();
  }

  private static Map<String, Object> schema(List<String> commands) {
    return Arguments.schema(
        Arguments.ordered(
            "command",
            Arguments.ordered("type", "string", "enum", commands),
            "arguments",
            Arguments.WORDS,
            "stdin",
            Arguments.STDIN,
            "files",
            Arguments.FILES),
        "command");
  }

  @Override
  public McpSchema.Tool definition() {
    return definition;
  }

  @Override
  public Prepared prepare(Map<String, Object> arguments) {
    Arguments given = Arguments.of(arguments, KEYS);
    String command = given.text("command");
    if (!commands.contains(command)) {
      throw new InputException(
          "/command",
          ToolText.cut(ToolText.visible(command), 60, "..."),
          String.join(", ", commands));
    }
    Call.Builder call = given.commandLine();
    given.addFiles("files", call);
    return new Prepared(Tool.command(command), call, Optional.empty());
  }
}
