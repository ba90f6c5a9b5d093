package dev.cloche.replay;

import dev.cloche.Capabilities.WorkspaceUse;
import dev.cloche.Limits;
import dev.cloche.PluginFunction;
import dev.cloche.egress.EgressLimits;
import dev.cloche.module.GuestText;
import dev.cloche.replay.Sheet.FailurePart;
import dev.cloche.workspace.WorkspaceLimits;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What has to hold in a sheet beyond the types of its members. */
final class SheetCheck {

  private static final Set<String> STEPS =
      Set.of(Sheet.StepPart.BYTES, Sheet.StepPart.GIVE, Sheet.StepPart.FREE);

  private SheetCheck() {}

  /** Throws a {@link RecordingException} where something does not. */
  static void run(Sheet sheet) {
    at("limits", () -> limits(sheet));
    at("network", () -> network(sheet));
    at("files", () -> use(sheet));
    at("workspace", () -> workspace(sheet));
    at("stdin", () -> input(sheet.stdin()));
    at("clock", () -> clock(sheet.clock()));
    at("fetch", () -> sheet.fetch().forEach(SheetCheck::exchange));
    at("functions", () -> sheet.functions().forEach(SheetCheck::function));
    at("functionCalls", () -> calls(sheet));
  }

  private interface Check {
    void run();
  }

  private static void at(String place, Check check) {
    try {
      check.run();
    } catch (IllegalArgumentException wrong) {
      throw new RecordingException(
          "the recording is wrong at " + place + ": " + GuestText.of(wrong));
    }
  }

  private static void require(boolean holds, String otherwise) {
    if (!holds) {
      throw new IllegalArgumentException(otherwise);
    }
  }

  private static void limits(Sheet sheet) {
    Sheet.LimitsPart part = sheet.limits();
    Limits unused =
        new Limits(
            part.fuel(),
            Duration.ofMillis(part.wallMillis()),
            part.memoryBytes(),
            part.outputBytes());
  }

  private static void network(Sheet sheet) {
    EgressLimits unused = network(sheet.network());
  }

  static EgressLimits network(Sheet.NetworkPart part) {
    return new EgressLimits(
        part.requests(),
        part.sentBytes(),
        part.receivedBytes(),
        part.responseBytes(),
        part.expansion(),
        part.headerBytes(),
        part.redirects(),
        Duration.ofMillis(part.connectMillis()));
  }

  private static void workspace(Sheet sheet) {
    WorkspaceLimits unused =
        new WorkspaceLimits(
            sheet.workspace().bytes(), sheet.workspace().nodes(), sheet.workspace().depth());
  }

  private static void use(Sheet sheet) {
    WorkspaceUse unused = use(sheet.files());
  }

  static WorkspaceUse use(String files) {
    for (WorkspaceUse each : WorkspaceUse.values()) {
      if (each.name().toLowerCase(Locale.ROOT).equals(files)) {
        return each;
      }
    }
    throw new IllegalArgumentException("no use of a workspace: " + files);
  }

  private static void input(Sheet.InputPart part) {
    long before = 0;
    for (long cut : part.cuts()) {
      require(cut > before && cut <= part.content().length, "cuts are not in order");
      before = cut;
    }
  }

  private static void clock(Sheet.@Nullable ClockPart part) {
    if (part != null) {
      require(part.resolution() > 0, "the resolution is none");
      readings(part.realtime());
      readings(part.monotonic());
    }
  }

  private static void readings(List<Long> pairs) {
    require(pairs.size() % 2 == 0, "a reading has no count");
    for (int i = 1; i < pairs.size(); i += 2) {
      require(pairs.get(i) > 0, "a reading came less than once");
    }
  }

  private static void exchange(Sheet.ExchangePart part) {
    input(part.body());
    failure(part.refused());
    failure(part.writing());
    failure(part.sending());
    failure(part.reading());
  }

  private static void failure(@Nullable FailurePart part) {
    if (part != null) {
      var unused = PlayedEgress.kind(part.kind());
    }
  }

  private static void function(Sheet.FunctionPart part) {
    PluginFunction unused = Recording.function(part);
  }

  private static void calls(Sheet sheet) {
    for (Sheet.FunctionCallPart call : sheet.functionCalls()) {
      require(
          call.function() >= 0 && call.function() < sheet.functions().size(),
          "a call is of a function that there is not");
      List<Long> arguments = call.arguments();
      require(
          arguments.size() == sheet.functions().get(call.function()).parameters().size(),
          "a call has another number of arguments than its function");
      for (Sheet.StepPart step : call.steps()) {
        require(STEPS.contains(step.step()) && step.index() >= 0, "a step is none of " + STEPS);
        require(
            step.step().equals(Sheet.StepPart.GIVE) || step.index() < arguments.size(),
            "a step is of an argument that there is not");
      }
    }
  }
}
