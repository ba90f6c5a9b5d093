package dev.cloche.adapter.spark;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.cloche.Call;
import dev.cloche.Engine;
import dev.cloche.InputException;
import dev.cloche.Outcome;
import dev.cloche.Policy;
import dev.cloche.Session;
import dev.cloche.StructuredResult;
import dev.cloche.Tool;
import dev.cloche.adapter.AgentTool;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * A tool in one JVM, checked and prepared once. The engine is the JVM's, for as long as it lives:
 * an executor has no end that it tells of, and the engine's threads are daemons. Thread-safe.
 */
final class Worker {

  private static final Map<Handle.Key, Worker> WORKERS = new ConcurrentHashMap<>();

  private final AgentTool tool;
  private final Policy policy;
  private final Handle.Key key;

  private Worker(AgentTool tool, Policy policy, Handle.Key key) {
    this.tool = tool;
    this.policy = policy;
    this.key = key;
  }

  /** Made when the first worker needs it. */
  private static final class JvmEngine {
    static final Engine ENGINE = Engine.create();

    private JvmEngine() {}
  }

  /**
   * Returns the worker of a handle.
   *
   * @throws IllegalStateException if the tool here is not the one that the handle names
   */
  static Worker of(Handle handle) {
    return WORKERS.computeIfAbsent(handle.key(), key -> make(handle, key));
  }

  private static Worker make(Handle handle, Handle.Key key) {
    Tool tool;
    try {
      tool = handle.source().load();
    } catch (IOException e) {
      throw new IllegalStateException("this worker cannot load the tool", e);
    }
    if (!tool.digest().equals(handle.digest())) {
      throw new IllegalStateException(
          "the tool of this worker has digest "
              + tool.digest()
              + ", the driver's "
              + handle.digest());
    }
    Policy policy = Policy.parse(handle.policy(), Path.of(""));
    AgentTool prepared = AgentTool.of(tool, "tool", "");
    // Why it would be refused is what each row says then.
    var unused = JvmEngine.ENGINE.prepare(tool);
    return new Worker(prepared, policy, key);
  }

  CallRow call(@Nullable String record) {
    if (record == null) {
      return refused(record, "the record is null");
    }
    Call call;
    try {
      call = mapped(record);
    } catch (InputException e) {
      return refused(record, "the record is no input of the tool: " + e.getMessage());
    }
    try (Session session = JvmEngine.ENGINE.openSession(policy)) {
      Outcome outcome = session.call(tool.tool(), call);
      return CallRow.of(record, outcome, tool.result(outcome));
    }
  }

  private static CallRow refused(@Nullable String record, String why) {
    return CallRow.of(record, new Outcome.Refused(why), StructuredResult.NONE);
  }

  private Call mapped(String record) {
    return switch (key.mapping()) {
      case INPUT -> tool.call(record.getBytes(UTF_8)).build();
      case STDIN -> Call.builder().arguments(key.arguments()).stdin(record).build();
    };
  }
}
