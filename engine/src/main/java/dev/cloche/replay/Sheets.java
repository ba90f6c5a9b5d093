package dev.cloche.replay;

import dev.cloche.ExtismManifest;
import dev.cloche.Limits;
import dev.cloche.Plan;
import dev.cloche.Tool;
import dev.cloche.egress.EgressLimits;
import dev.cloche.meter.FuelSchedule;
import dev.cloche.replay.Sheet.ExtismPart;
import dev.cloche.replay.Sheet.Pair;
import dev.cloche.run.Tape;
import dev.cloche.run.TapedCalls;
import dev.cloche.workspace.image.HostContents;
import dev.cloche.workspace.image.WorkspaceImage;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Makes sheets of calls. */
final class Sheets {

  private Sheets() {}

  /** What a call met. */
  @SuppressWarnings("ArrayRecordComponent")
  record Met(
      WorkspaceImage workspace,
      HostContents host,
      Sheet.InputPart stdin,
      Sheet.@Nullable ClockPart clock,
      byte @Nullable [] random,
      List<Sheet.ExchangePart> fetch,
      TapedFunctions functions,
      Sheet.@Nullable StopPart stop) {}

  static Sheet begin(Tape.Start start, Met met, Sheet.EndPart end) {
    Plan plan = start.plan();
    return new Sheet(
        Sheet.KIND,
        Sheet.VERSION,
        new Sheet.EnginePart(TapedCalls.version(), FuelSchedule.VERSION),
        tool(plan.tool()),
        plan.policy().digest(),
        limits(start.limits()),
        network(plan.policy().network().limits()),
        plan.arguments(),
        pairs(plan.environment()),
        plan.call().seed().isPresent() ? plan.call().seed().getAsLong() : null,
        plan.files().name().toLowerCase(Locale.ROOT),
        met.workspace(),
        met.host(),
        met.stdin(),
        met.clock(),
        met.random(),
        met.fetch(),
        met.functions().functions(),
        met.functions().calls(),
        met.stop(),
        end);
  }

  private static Sheet.ToolPart tool(Tool tool) {
    Tool runner = tool.runner();
    return new Sheet.ToolPart(
        tool.name(),
        tool.digest(),
        runner.name(),
        runner.digest(),
        tool.extismManifest().map(Sheets::extism).orElse(null));
  }

  private static ExtismPart extism(ExtismManifest manifest) {
    return new ExtismPart(
        pairs(manifest.configuration()),
        orNull(manifest.responseBytes()),
        orNull(manifest.variableBytes()));
  }

  private static @Nullable Long orNull(OptionalLong value) {
    return value.isPresent() ? value.getAsLong() : null;
  }

  private static List<Pair> pairs(Map<String, String> map) {
    return map.entrySet().stream().map(each -> new Pair(each.getKey(), each.getValue())).toList();
  }

  private static Sheet.LimitsPart limits(Limits limits) {
    return new Sheet.LimitsPart(
        limits.fuel(), limits.wall().toMillis(), limits.memoryBytes(), limits.outputBytes());
  }

  private static Sheet.NetworkPart network(EgressLimits limits) {
    return new Sheet.NetworkPart(
        limits.requests(),
        limits.sentBytes(),
        limits.receivedBytes(),
        limits.responseBytes(),
        limits.expansion(),
        limits.headerBytes(),
        limits.redirects(),
        limits.connect().toMillis());
  }
}
