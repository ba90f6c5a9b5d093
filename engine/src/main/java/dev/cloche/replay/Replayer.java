package dev.cloche.replay;

import com.google.errorprone.annotations.CheckReturnValue;
import dev.cloche.Call;
import dev.cloche.Capabilities;
import dev.cloche.Engine;
import dev.cloche.ExtismManifest;
import dev.cloche.Limits;
import dev.cloche.Outcome;
import dev.cloche.Policy;
import dev.cloche.Running;
import dev.cloche.Session;
import dev.cloche.SessionOptions;
import dev.cloche.Tool;
import dev.cloche.module.GuestText;
import dev.cloche.policy.NetworkPolicy;
import dev.cloche.policy.WorkspacePolicy;
import dev.cloche.run.TapedCalls;
import dev.cloche.workspace.Workspace;
import dev.cloche.workspace.WorkspaceLimits;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Replays recordings, within bounds that are the replayer's and not the recording's.
 *
 * <p>A replayed call has no network, no file of the host, no clock and no function of the embedder:
 * the recording stands in their place. Its fuel, memory, output and files may be no more than the
 * bounds; a recording that asks for more is refused. Its time is the bound alone. Immutable and
 * thread-safe.
 */
@CheckReturnValue
public final class Replayer {

  /** One minute: a replay may have to interpret what was compiled. */
  public static final Duration DEFAULT_WALL = Duration.ofMinutes(1);

  private final Engine engine;
  private final Limits limits;
  private final WorkspaceLimits files;
  private final Consumer<Running> watcher;

  private Replayer(Engine engine, Limits limits, WorkspaceLimits files, Consumer<Running> watcher) {
    this.engine = engine;
    this.limits = Objects.requireNonNull(limits, "limits");
    this.files = Objects.requireNonNull(files, "files");
    this.watcher = watcher;
  }

  /** Returns one with the defaults of {@link Limits} and {@link WorkspaceLimits}, and a minute. */
  public static Replayer of(Engine engine) {
    return new Replayer(
        engine,
        Limits.builder().wall(DEFAULT_WALL).build(),
        WorkspaceLimits.defaults(),
        running -> {});
  }

  /** Returns the same with other bounds. */
  public Replayer within(Limits bounds) {
    return new Replayer(engine, bounds, files, watcher);
  }

  /** Returns the same with another bound for the files of a workspace. */
  public Replayer within(WorkspaceLimits bounds) {
    return new Replayer(engine, limits, bounds, watcher);
  }

  /** Returns the same that hands over each call as it starts, for one who may cancel it. */
  public Replayer watchedBy(Consumer<Running> who) {
    return new Replayer(engine, limits, files, who);
  }

  /**
   * Replays a call and waits for its end.
   *
   * @param tool the module that was recorded, or a script or plugin with it
   * @throws RecordingException if it is another module, the engine lacks a function of the
   *     embedder, or the recording asks for more than the bounds
   */
  public Verdict replay(Recording recording, Tool tool) {
    Sheet sheet = recording.sheet();
    Tool module = module(sheet, tool.runner());
    requireWithin(recording);
    List<String> missing = TapedCalls.missing(engine, recording.functions());
    if (!missing.isEmpty()) {
      throw new RecordingException(
          "the recorded plugin had functions of its host that this engine has not: " + missing);
    }
    Gap gap = new Gap();
    try (Workspace workspace = workspace(sheet, gap);
        Session session = engine.openSession(options(sheet, workspace))) {
      ReplayTape tape = new ReplayTape(sheet, recording.limits(), gap);
      Running running = TapedCalls.start(session, module, call(sheet), tape);
      watcher.accept(running);
      Outcome outcome = running.await();
      return new Comparison(recording, outcome, tape, gap).verdict();
    }
  }

  private static Tool module(Sheet sheet, Tool given) {
    if (!given.digest().equals(sheet.tool().runnerSha256())) {
      throw new RecordingException(
          "the recording is of the module with SHA-256 "
              + GuestText.escape(sheet.tool().runnerSha256())
              + ", not of "
              + given.digest());
    }
    try {
      return withManifest(sheet, named(sheet.tool().runner(), given));
    } catch (IllegalArgumentException | IllegalStateException wrong) {
      throw new RecordingException("the recording is wrong at tool: " + wrong.getMessage());
    }
  }

  /** A guest sees the name. */
  private static Tool named(String name, Tool given) {
    if (given.name().equals(name)) {
      return given;
    }
    Tool renamed = Tool.of(name, given.bytes());
    return given.files().map(renamed::withFiles).orElse(renamed);
  }

  private static Tool withManifest(Sheet sheet, Tool module) {
    Sheet.ExtismPart extism = sheet.tool().extism();
    return extism == null
        ? module
        : module.withExtism(
            new ExtismManifest(
                map(extism.configuration()),
                Capabilities.all(),
                Optional.empty(),
                optional(extism.responseBytes()),
                optional(extism.variableBytes())));
  }

  private static OptionalLong optional(@Nullable Long value) {
    return value == null ? OptionalLong.empty() : OptionalLong.of(value);
  }

  private static Map<String, String> map(List<Sheet.Pair> pairs) {
    Map<String, String> map = new LinkedHashMap<>();
    pairs.forEach(each -> map.put(each.name(), each.value()));
    return map;
  }

  private void requireWithin(Recording recording) {
    Limits asked = recording.limits();
    require("fuel", asked.fuel(), limits.fuel());
    require("bytes of memory", asked.memoryBytes(), limits.memoryBytes());
    require("bytes of output", asked.outputBytes(), limits.outputBytes());
    require("bytes of files", recording.sheet().workspace().bytes(), files.bytes());
    require("files", recording.sheet().workspace().nodes(), files.nodes());
    require("levels of directories", recording.sheet().workspace().depth(), files.depth());
  }

  private static void require(String what, long asked, long most) {
    if (asked > most) {
      throw new RecordingException(
          "the recorded call might use %d %s; this replay allows %d".formatted(asked, what, most));
    }
  }

  private static Workspace workspace(Sheet sheet, Gap gap) {
    try {
      return Workspace.of(
          sheet.workspace(),
          sheet.host(),
          missing -> {
            throw gap.found("files", "not looked at", missing);
          });
    } catch (IllegalArgumentException wrong) {
      throw new RecordingException("the recording is wrong at workspace: " + GuestText.of(wrong));
    }
  }

  private SessionOptions options(Sheet sheet, Workspace workspace) {
    Sheet.LimitsPart part = sheet.limits();
    Policy policy =
        Policy.builder()
            .limits(new Limits(part.fuel(), limits.wall(), part.memoryBytes(), part.outputBytes()))
            .workspace(WorkspacePolicy.of(workspace.limits()))
            .network(NetworkPolicy.closed(SheetCheck.network(sheet.network())))
            .build();
    return SessionOptions.builder(policy).workspace(workspace).build();
  }

  private static Call call(Sheet sheet) {
    try {
      Call.Builder call = Call.builder().arguments(sheet.arguments());
      sheet.environment().forEach(each -> call.environment(each.name(), each.value()));
      if (sheet.seed() != null) {
        call.seed(sheet.seed());
      }
      return call.build();
    } catch (IllegalArgumentException wrong) {
      throw new RecordingException("the recording is wrong at arguments: " + wrong.getMessage());
    }
  }
}
