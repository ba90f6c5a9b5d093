package dev.cloche.replay;

import dev.cloche.workspace.image.HostContents;
import dev.cloche.workspace.image.WorkspaceImage;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A recording as its JSON says it, name by name; docs/replay.md describes the members. What is
 * nullable is null in the JSON too: every member is always there.
 *
 * <p>Arrays are not copied: a sheet is made once, written once and read once.
 */
@SuppressWarnings("ArrayRecordComponent")
record Sheet(
    String cloche,
    int version,
    EnginePart engine,
    ToolPart tool,
    String policySha256,
    LimitsPart limits,
    NetworkPart network,
    List<String> arguments,
    List<Pair> environment,
    @Nullable Long seed,
    String files,
    WorkspaceImage workspace,
    HostContents host,
    InputPart stdin,
    @Nullable ClockPart clock,
    byte @Nullable [] random,
    List<ExchangePart> fetch,
    List<FunctionPart> functions,
    List<FunctionCallPart> functionCalls,
    @Nullable StopPart stop,
    EndPart end) {

  /** What the member {@code cloche} says. */
  static final String KIND = "recording";

  /** The version of the format. */
  static final int VERSION = 1;

  Sheet {
    Objects.requireNonNull(cloche, "cloche");
    Objects.requireNonNull(engine, "engine");
    Objects.requireNonNull(tool, "tool");
    Objects.requireNonNull(policySha256, "policySha256");
    Objects.requireNonNull(limits, "limits");
    Objects.requireNonNull(network, "network");
    Objects.requireNonNull(files, "files");
    Objects.requireNonNull(workspace, "workspace");
    Objects.requireNonNull(host, "host");
    Objects.requireNonNull(stdin, "stdin");
    Objects.requireNonNull(end, "end");
    arguments = List.copyOf(arguments);
    environment = List.copyOf(environment);
    fetch = List.copyOf(fetch);
    functions = List.copyOf(functions);
    functionCalls = List.copyOf(functionCalls);
  }

  record EnginePart(String version, int fuelSchedule) {
    EnginePart {
      Objects.requireNonNull(version, "version");
    }
  }

  /** The tool, what runs it, and what an Extism manifest gave it. */
  record ToolPart(
      String name, String sha256, String runner, String runnerSha256, @Nullable ExtismPart extism) {
    ToolPart {
      Objects.requireNonNull(name, "name");
      Objects.requireNonNull(sha256, "sha256");
      Objects.requireNonNull(runner, "runner");
      Objects.requireNonNull(runnerSha256, "runnerSha256");
    }
  }

  record ExtismPart(
      List<Pair> configuration, @Nullable Long responseBytes, @Nullable Long variableBytes) {
    ExtismPart {
      configuration = List.copyOf(configuration);
    }
  }

  record Pair(String name, String value) {
    Pair {
      Objects.requireNonNull(name, "name");
      Objects.requireNonNull(value, "value");
    }
  }

  record LimitsPart(long fuel, long wallMillis, long memoryBytes, long outputBytes) {}

  record NetworkPart(
      long requests,
      long sentBytes,
      long receivedBytes,
      long responseBytes,
      int expansion,
      int headerBytes,
      int redirects,
      long connectMillis) {}

  /**
   * Bytes as they were read. Reads gave as much as was asked for, but that none went beyond a cut.
   *
   * @param end {@code end} if the end was read, {@code open} if not, or else why reading failed
   */
  record InputPart(byte[] content, List<Long> cuts, String end) {
    static final String AT_END = "end";
    static final String OPEN = "open";
    static final String FAILED = "failed";

    InputPart {
      Objects.requireNonNull(content, "content");
      Objects.requireNonNull(end, "end");
      cuts = List.copyOf(cuts);
    }
  }

  /** Readings, as pairs of a value and how many times in turn it was read. */
  record ClockPart(long resolution, List<Long> realtime, List<Long> monotonic) {
    ClockPart {
      realtime = List.copyOf(realtime);
      monotonic = List.copyOf(monotonic);
    }
  }

  /** One request as the guest made it, and what came back as the guest was given it. */
  record ExchangePart(
      String method,
      String url,
      List<Pair> headers,
      boolean followRedirects,
      @Nullable FailurePart refused,
      long bodyBytes,
      String bodySha256,
      @Nullable FailurePart writing,
      @Nullable ResponsePart response,
      @Nullable FailurePart sending,
      InputPart body,
      @Nullable FailurePart reading) {
    ExchangePart {
      Objects.requireNonNull(method, "method");
      Objects.requireNonNull(url, "url");
      Objects.requireNonNull(bodySha256, "bodySha256");
      Objects.requireNonNull(body, "body");
      headers = List.copyOf(headers);
    }
  }

  record FailurePart(String kind, String rule, String message) {
    FailurePart {
      Objects.requireNonNull(kind, "kind");
      Objects.requireNonNull(rule, "rule");
      Objects.requireNonNull(message, "message");
    }
  }

  record ResponsePart(int status, String url, List<Pair> headers) {
    ResponsePart {
      Objects.requireNonNull(url, "url");
      headers = List.copyOf(headers);
    }
  }

  /** A function of the embedder that the call used. */
  record FunctionPart(
      String namespace, String name, List<String> parameters, List<String> results) {
    FunctionPart {
      Objects.requireNonNull(namespace, "namespace");
      Objects.requireNonNull(name, "name");
      parameters = List.copyOf(parameters);
      results = List.copyOf(results);
    }
  }

  /**
   * One call of a function of the embedder.
   *
   * @param end {@code returned}, {@code failed}, or {@code ended} with the call of the tool
   */
  record FunctionCallPart(
      int function, List<Long> arguments, List<StepPart> steps, String end, long result) {
    static final String RETURNED = "returned";
    static final String FAILED = "failed";
    static final String ENDED = "ended";

    FunctionCallPart {
      Objects.requireNonNull(end, "end");
      arguments = List.copyOf(arguments);
      steps = List.copyOf(steps);
    }
  }

  /** What a function did with the plugin's memory: {@code bytes}, {@code give}, {@code free}. */
  record StepPart(String step, int index, byte[] content) {
    static final String BYTES = "bytes";
    static final String GIVE = "give";
    static final String FREE = "free";

    StepPart {
      Objects.requireNonNull(step, "step");
      Objects.requireNonNull(content, "content");
    }
  }

  record StopPart(boolean cancelled, long usedMillis, long fuel, long place) {}

  /** How it ended. */
  record EndPart(
      String outcome,
      @Nullable Integer exit,
      @Nullable LimitPart limit,
      @Nullable DeniedPart denied,
      @Nullable TrapPart trap,
      @Nullable String detail,
      byte[] stdout,
      String stdoutSha256,
      byte[] stderr,
      String stderrSha256,
      UsagePart usage,
      String workspaceSha256) {
    EndPart {
      Objects.requireNonNull(outcome, "outcome");
      Objects.requireNonNull(stdout, "stdout");
      Objects.requireNonNull(stdoutSha256, "stdoutSha256");
      Objects.requireNonNull(stderr, "stderr");
      Objects.requireNonNull(stderrSha256, "stderrSha256");
      Objects.requireNonNull(usage, "usage");
      Objects.requireNonNull(workspaceSha256, "workspaceSha256");
    }
  }

  record LimitPart(String which, long limit, long used) {
    LimitPart {
      Objects.requireNonNull(which, "which");
    }
  }

  record DeniedPart(String rule, String what) {
    DeniedPart {
      Objects.requireNonNull(rule, "rule");
      Objects.requireNonNull(what, "what");
    }
  }

  record TrapPart(String kind, String detail) {
    TrapPart {
      Objects.requireNonNull(kind, "kind");
      Objects.requireNonNull(detail, "detail");
    }
  }

  record UsagePart(long fuel, long memoryBytes, long growthsRefused, long hostCalls) {}
}
