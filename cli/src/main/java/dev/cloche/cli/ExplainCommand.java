package dev.cloche.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.cloche.Policy;
import dev.cloche.host.NativeNetwork;
import dev.cloche.policy.Explanation;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;

/** {@code cloche explain}: which rule of a policy decides, and why. */
final class ExplainCommand implements Command {

  private static final String METHOD = "--method";
  private static final String COMMAND = "--command";

  private final Host host;

  ExplainCommand(Host host) {
    this.host = host;
  }

  @Override
  public CommandSpec spec() {
    return Parser.command(
            "explain",
            "cloche explain [OPTION...] POLICY URL|PATH|TOOL|COMMAND",
            "Says whether a policy allows a request, a guest's path, a tool or a native command, by"
                + " which rule, and why.",
            "Ends with status 121 if it does not.")
        .addPositional(Parser.required("POLICY", "A policy file."))
        .addPositional(
            Parser.rest(
                "SUBJECT",
                "A URL with its scheme, a guest's path that starts with \"/\", a tool, or a native"
                    + " command that the policy lists. One."))
        .addOption(Options.value(METHOD, "METHOD", "The method of the request (GET by default)."))
        .addOption(
            Options.flag(
                COMMAND,
                "SUBJECT is a native command, as given to shell: its name decides, what follows it"
                    + " does not. Put -- before one with options."))
        .addOption(Options.json());
  }

  @Override
  public int run(Arguments arguments) throws IOException {
    String subject = subject(arguments);
    Policy policy = PolicyFiles.read(arguments.matchedPositionalValue(0, ""));
    Explanation explanation = explain(policy, subject, arguments);
    if (arguments.hasMatchedOption(Options.JSON)) {
      writeJson(explanation);
    } else {
      print(explanation);
    }
    return explanation.allowed() ? ExitStatus.OK : ExitStatus.DENIED;
  }

  private static String subject(Arguments arguments) {
    return arguments.hasMatchedOption(COMMAND)
        ? Parser.atLeastOne(arguments, "explain needs a command after the policy")
        : Parser.only(arguments, "explain needs one URL, PATH, TOOL or COMMAND after the policy");
  }

  private Explanation explain(Policy policy, String subject, Arguments arguments) {
    boolean method = Options.given(arguments, METHOD).isPresent();
    boolean command = arguments.hasMatchedOption(COMMAND);
    if (subject.contains("://") && !command) {
      return Explanation.ofUrl(policy, Options.given(arguments, METHOD).orElse("GET"), subject);
    }
    if (method) {
      throw new UsageException("--method is about a URL, such as https://example.com/");
    }
    if (subject.startsWith("/") && !command) {
      return Explanation.ofPath(policy, subject);
    }
    ToolLocator tools = new ToolLocator(host.catalogue());
    boolean listed = policy.nativeCommands().allows(subject) && !tools.knows(subject);
    return command || listed
        ? command(policy, subject)
        : Explanation.ofTool(policy, tools.find(subject));
  }

  /** What the policy allows, {@code shell} may still have to refuse. */
  private static Explanation command(Policy policy, String name) {
    Explanation allowed = Explanation.ofCommand(policy, name);
    List<String> reasons = NativeNetwork.unenforceable(policy.network().rules());
    return allowed.allowed() && !reasons.isEmpty()
        ? new Explanation(
            allowed.subject(), false, "network", "no command can be run: " + reasons.get(0))
        : allowed;
  }

  private void print(Explanation explanation) {
    PrintWriter out = host.streams().outWriter();
    out.println(
        (explanation.allowed() ? "allowed  " : "denied   ")
            + Printable.line(explanation.subject()));
    out.println("rule     " + Printable.line(explanation.rule()));
    out.println("reason   " + Printable.line(explanation.reason()));
    out.flush();
  }

  private void writeJson(Explanation explanation) throws IOException {
    JsonGenerator json = OutcomeJson.generator(host.streams().out());
    json.writeStartObject();
    json.writeBooleanField("allowed", explanation.allowed());
    json.writeStringField("subject", explanation.subject());
    json.writeStringField("rule", explanation.rule());
    json.writeStringField("reason", explanation.reason());
    json.writeEndObject();
    json.writeRaw('\n');
    json.flush();
  }
}
