package dev.cloche.run;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A script of assertions, as {@code wast2json} writes it, run in one way.
 *
 * <p>A module that imports more than functions is refused here as the engine refuses it, and what
 * would be asked of it is left out in every way alike.
 */
final class SpecScript {

  /** How far a command got. */
  enum Verdict {
    AS_EXPECTED,
    OTHERWISE,
    /** It is about text, or about a module that the engine does not take. */
    LEFT_OUT
  }

  /** What a command came to. */
  record Outcome(String command, String what, Verdict verdict) {}

  private final Path folder;
  private final JsonNode commands;
  private final SpecModules modules;
  private final List<Outcome> outcomes = new ArrayList<>();

  private SpecScript(Path json, Opinion opinion) throws IOException {
    this.folder = json.getParent();
    this.commands = new ObjectMapper().readTree(json.toFile()).path("commands");
    this.modules = new SpecModules(opinion);
  }

  /** Runs all commands of a script, on a thread with a stack like a guest's. */
  static List<Outcome> run(Path json, Opinion opinion) throws IOException, InterruptedException {
    SpecScript script = new SpecScript(json, opinion);
    Throwable[] failure = {null};
    Thread thread = new Thread(null, script::runAll, "spec", opinion.stackBytes());
    thread.setUncaughtExceptionHandler((dead, thrown) -> failure[0] = thrown);
    thread.start();
    thread.join();
    if (failure[0] != null) {
      throw new AssertionError(json + ", " + opinion, failure[0]);
    }
    return script.outcomes;
  }

  private void runAll() {
    for (JsonNode command : commands) {
      Outcome outcome = run(command);
      outcomes.add(outcome);
    }
  }

  private Outcome run(JsonNode command) {
    String type = command.path("type").asText();
    String name = command.path("line").asInt() + " " + type;
    try {
      return switch (type) {
        case "module" -> outcome(name, modules.define(command, read(command)), "started");
        case "register" -> outcome(name, modules.register(command), "registered");
        case "action" -> returned(name, command);
        case "assert_return" -> returned(name, command);
        case "assert_trap", "assert_exhaustion" ->
            trapped(name, modules.act(command.path("action")), command);
        case "assert_invalid", "assert_malformed" -> refused(name, command);
        case "assert_unlinkable" -> outcome(name, modules.start(read(command)), "unlinkable");
        case "assert_uninstantiable" -> trapped(name, modules.start(read(command)), command);
        default -> throw new AssertionError(type);
      };
    } catch (IOException e) {
      throw new AssertionError(name, e);
    }
  }

  private byte[] read(JsonNode command) throws IOException {
    return Files.readAllBytes(folder.resolve(command.path("filename").asText()));
  }

  private static Outcome outcome(String name, String what, String expected) {
    boolean leftOut = what.startsWith(SpecModules.NOT_TAKEN);
    return new Outcome(
        name,
        what,
        leftOut
            ? Verdict.LEFT_OUT
            : what.equals(expected) ? Verdict.AS_EXPECTED : Verdict.OTHERWISE);
  }

  private Outcome returned(String name, JsonNode command) {
    JsonNode expected = command.path("expected");
    String what = modules.act(command.path("action"));
    List<Long> results = modules.results();
    if (!what.equals(SpecModules.RETURNED)) {
      return outcome(name, what, SpecModules.RETURNED);
    }
    boolean asserted = command.path("type").asText().equals("assert_return");
    boolean good = !asserted || results.size() == expected.size();
    StringBuilder text = new StringBuilder(what);
    for (int i = 0; i < results.size() && i < expected.size(); i++) {
      good &= !asserted || SpecValues.isAsExpected(expected.path(i), results.get(i));
      text.append(' ').append(SpecValues.text(expected.path(i), results.get(i)));
    }
    return new Outcome(name, text.toString(), good ? Verdict.AS_EXPECTED : Verdict.OTHERWISE);
  }

  /** A trap by the specification's text, which begins as that of a kind does. */
  private static Outcome trapped(String name, String what, JsonNode command) {
    return outcome(
        name, what, "traps " + Traps.kind(new RuntimeException(command.path("text").asText())));
  }

  private Outcome refused(String name, JsonNode command) throws IOException {
    if (command.path("module_type").asText().equals("text")) {
      return new Outcome(name, "text", Verdict.LEFT_OUT);
    }
    return outcome(name, modules.check(read(command)), SpecModules.REFUSED);
  }
}
