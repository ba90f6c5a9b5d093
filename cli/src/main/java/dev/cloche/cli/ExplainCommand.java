package dev.cloche.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.cloche.Policy;
import dev.cloche.policy.Explanation;
import java.io.IOException;
import java.io.PrintWriter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** {@code cloche explain}: which rule of a policy decides, and why. */
final class ExplainCommand implements Command {

  private static final String METHOD = "--method";

  private final Host host;

  ExplainCommand(Host host) {
    this.host = host;
  }

  @Override
  public CommandSpec spec() {
    return Parser.command(
            "explain",
            "cloche explain [OPTION...] POLICY URL|PATH|TOOL",
            "Says whether a policy allows a request, a guest's path or a tool, by which rule, and"
                + " why.",
            "Ends with status 121 if it does not.")
        .addPositional(Parser.required("POLICY", "A policy file."))
        .addPositional(
            Parser.rest(
                "SUBJECT",
                "A URL with its scheme, a guest's path that starts with \"/\", or a tool. One."))
        .addOption(Options.value(METHOD, "METHOD", "The method of the request (GET by default)."))
        .addOption(Options.json());
  }

  @Override
  public int run(ParseResult arguments) throws IOException {
    String subject = Parser.only(arguments, "explain needs one URL, PATH or TOOL after the policy");
    Policy policy = PolicyFiles.read(arguments.matchedPositionalValue(0, ""));
    Explanation explanation = explain(policy, subject, arguments);
    if (arguments.hasMatchedOption(Options.JSON)) {
      writeJson(explanation);
    } else {
      print(explanation);
    }
    return explanation.allowed() ? ExitStatus.OK : ExitStatus.DENIED;
  }

  private Explanation explain(Policy policy, String subject, ParseResult arguments) {
    if (subject.contains("://")) {
      String method = Options.given(arguments, METHOD).orElse("GET");
      return Explanation.ofUrl(policy, method, subject);
    }
    if (Options.given(arguments, METHOD).isPresent()) {
      throw new UsageException("--method is about a URL, such as https://example.com/");
    }
    return subject.startsWith("/")
        ? Explanation.ofPath(policy, subject)
        : Explanation.ofTool(policy, new ToolLocator(host.catalogue()).find(subject));
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
