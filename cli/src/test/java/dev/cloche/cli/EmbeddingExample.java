package dev.cloche.cli;

import static dev.cloche.PluginFunction.Type.I32;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.cloche.Call;
import dev.cloche.Engine;
import dev.cloche.Gate;
import dev.cloche.Hatch;
import dev.cloche.HatchApprover;
import dev.cloche.HatchOperation;
import dev.cloche.HatchRequest;
import dev.cloche.Limits;
import dev.cloche.Outcome;
import dev.cloche.Plan;
import dev.cloche.PluginFunction;
import dev.cloche.Policy;
import dev.cloche.Session;
import dev.cloche.SessionOptions;
import dev.cloche.StructuredResult;
import dev.cloche.StructuredTool;
import dev.cloche.Tool;
import dev.cloche.Usage;
import dev.cloche.audit.AuditKey;
import dev.cloche.audit.AuditLog;
import dev.cloche.audit.AuditSink;
import dev.cloche.credential.Credential;
import dev.cloche.credential.CredentialRequest;
import dev.cloche.host.NativeBackend;
import dev.cloche.host.NativeOptions;
import dev.cloche.tools.BundledTools;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import javax.script.ScriptEngine;
import javax.script.ScriptEngineManager;
import javax.script.ScriptException;

/** The Java of docs/embedding.md, compiled. What is not Cloche's is the embedder's to write. */
abstract class EmbeddingExample {

  abstract void use(String text);

  abstract void report(String message, Usage usage);

  abstract boolean confirm(String text);

  abstract String mint(CredentialRequest request);

  abstract void show(String text, List<String> beyond);

  void limited(Tool tool) {
    Limits limits = Limits.builder().fuel(200_000_000).wall(Duration.ofSeconds(2)).build();
    try (Engine engine = Engine.builder().limits(limits).build();
        Session session = engine.openSession()) {
      session.workspace().writeFile("/in.txt", "hello".getBytes(UTF_8));
      Outcome outcome =
          session.call(tool, Call.builder().arguments("/in.txt").stdin("text").build());
      if (outcome instanceof Outcome.Completed completed && completed.exitStatus() == 0) {
        use(completed.stdout().text());
      } else {
        report(outcome.message(), outcome.usage());
      }
    }
  }

  Policy policy() {
    return Policy.parse(
        """
        version: 1
        limits: { wall: 5s }
        network:
          allow: [ { url: "https://api.example.com/v1/", credential: api } ]
        credentials:
          api: { issuer: true, header: Authorization, value: "Bearer {}", uses: 10 }
        """,
        Path.of(""));
  }

  SessionOptions options(Policy policy, AuditLog log) {
    return SessionOptions.builder(policy)
        .gate(
            plan ->
                plan.isReadOnly() || confirm(plan.text())
                    ? Gate.Answer.allow()
                    : Gate.Answer.deny("the user said no"))
        .credentialIssuer(request -> Credential.of(mint(request)))
        .hatchApprover(
            request ->
                confirm(request.operation() + ": " + request.reason())
                    ? HatchApprover.Answer.APPROVE
                    : HatchApprover.Answer.DENY)
        .audit(log)
        .build();
  }

  void audited(Engine engine, Tool tool, Path file, Path key) throws IOException {
    try (AuditLog log = AuditLog.builder(AuditSink.file(file)).key(AuditKey.read(key)).open();
        Session session = engine.openSession(options(policy(), log))) {
      approved(session, tool);
    }
  }

  void approved(Session session, Tool tool) {
    Plan plan = session.plan(tool, Call.of("page", "1"));
    show(plan.text(), plan.beyond());
    Outcome outcome = session.call(tool, Call.approved(plan));
    report(outcome.message(), outcome.usage());
  }

  Outcome beyond(Session session, Tool tool) {
    HatchRequest more =
        HatchRequest.once(new HatchOperation.MoreFuel(1_000_000_000), "the table is large");
    Optional<Hatch> hatch = session.requestHatch(more);
    Call.Builder call = Call.builder().arguments("table.csv");
    hatch.ifPresent(call::hatch);
    return session.call(tool, call.build());
  }

  void commands(Policy policy) {
    try (NativeBackend backend = NativeBackend.create(NativeOptions.defaults());
        Engine engine = Engine.builder().backend(backend).build();
        Session session = engine.openSession(policy)) {
      Outcome built = session.call(Tool.command("gcc", "-o", "sum"), Call.of("sum.c"));
      report(built.message(), built.usage());
    }
  }

  void structured(Session session, Tool jq) {
    StructuredTool tool = StructuredTool.of(jq);
    Call call = tool.call("{\"filter\": \"map(. + 1)\", \"json\": [1, 2]}").build();
    Outcome outcome = session.call(jq, call);
    StructuredResult result = tool.result(outcome);
    use(result.json().orElse(outcome.stdout().text()));
  }

  void script(Session session) {
    Tool square = BundledTools.script("js", "square", "console.log(args[0] ** 2)");
    Outcome outcome = session.call(square, Call.of("12"));
    use(outcome.stdout().text());
  }

  Object evaluated() throws ScriptException {
    ScriptEngine js = new ScriptEngineManager().getEngineByName("cloche-js");
    js.put("prices", List.of(3, 4.5));
    return js.eval("prices.reduce((sum, price) => sum + price, 0)");
  }

  void plugins(Tool plugin) {
    PluginFunction greet = PluginFunction.text("greet", name -> "hello, " + name);
    PluginFunction add =
        PluginFunction.of(
            "add", List.of(I32, I32), List.of(I32), call -> call.integer(0) + call.integer(1));
    try (Engine engine = Engine.builder().pluginFunctions(greet, add).build();
        Session session = engine.openSession()) {
      Outcome outcome =
          session.call(plugin, Call.builder().arguments("run").stdin("world").build());
      use(outcome.stdout().text());
    }
  }

  Session ofTenant(Engine engine, Policy house, Path tenant, AuditLog log) throws IOException {
    Policy both = house.and(Policy.read(tenant));
    return engine.openSession(SessionOptions.builder(both).audit(log).build());
  }
}
