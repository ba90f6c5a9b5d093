package dev.cloche.cli.serve;

import dev.cloche.Call;
import dev.cloche.InputException;
import dev.cloche.Policy;
import dev.cloche.Tool;
import dev.cloche.policy.PolicyException;
import io.modelcontextprotocol.spec.McpSchema;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** {@code run_script}: source text for one of the interpreters. */
final class ScriptOffer implements Offer {

  static final String NAME = "run_script";

  private static final Set<String> KEYS =
      Set.of("language", "source", "arguments", "stdin", "files");

  private final SortedMap<String, Tool> interpreters;
  private final McpSchema.Tool definition;

  /**
   * Makes one.
   *
   * @param interpreters tools that take scripts, by the name of the language; not empty
   */
  ScriptOffer(SortedMap<String, Tool> interpreters, Policy policy) {
    this.interpreters = new TreeMap<>(interpreters);
    List<String> languages = List.copyOf(interpreters.keySet());
    String title = "Run a script";
    this.definition =
        McpSchema.Tool.builder(NAME, schema(languages))
            .title(title)
            .description(
                "Runs a script in a sandbox and returns what it prints. Languages: "
                    + String.join(", ", languages)
                    + ". It sees the files of this session's workspace under /, and nothing of the"
                    + " machine; what it writes stays there for later calls of this session.")
            .annotations(Hints.of(title, interpreters.values(), policy))
            .build();
  }

  private static Map<String, Object> schema(List<String> languages) {
    return Arguments.schema(
        Arguments.ordered(
            "language",
            Arguments.ordered("type", "string", "enum", languages),
            "source",
            Arguments.ordered(
                "type",
                "string",
                "maxLength",
                Tool.MAX_SCRIPT_BYTES,
                "description",
                "The script; it prints its result to standard output."),
            "arguments",
            Arguments.WORDS,
            "stdin",
            Arguments.STDIN,
            "files",
            Arguments.FILES),
        "language",
        "source");
  }

  @Override
  public McpSchema.Tool definition() {
    return definition;
  }

  @Override
  public Prepared prepare(Map<String, Object> arguments) {
    Arguments given = Arguments.of(arguments, KEYS);
    String language = given.text("language");
    Tool interpreter = interpreters.get(language);
    if (interpreter == null) {
      throw new InputException(
          "/language",
          ToolText.cut(ToolText.visible(language), 60, "..."),
          String.join(", ", interpreters.keySet()));
    }
    Call.Builder call = given.commandLine();
    given.addFiles("files", call);
    return new Prepared(script(interpreter, given.text("source")), call, Optional.empty());
  }

  private static Tool script(Tool interpreter, String source) {
    try {
      Tool script = Tool.script(interpreter, "script", source);
      var unused = script.manifest();
      return script;
    } catch (PolicyException manifest) {
      throw new InputException(
          "/source", "a manifest that is refused: " + manifest.getMessage(), "one that is valid");
    } catch (IllegalArgumentException tooLong) {
      throw new InputException("/source", "a script", "1 MiB at most, without a NUL character");
    }
  }
}
