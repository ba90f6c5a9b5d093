package dev.cloche.bench;

import dev.cloche.Call;
import dev.cloche.Engine;
import dev.cloche.LimitKind;
import dev.cloche.Limits;
import dev.cloche.Outcome;
import dev.cloche.Session;
import dev.cloche.Tool;
import dev.cloche.tools.BundledTools;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;

/** Calls of the bundled script engine through the API, as an embedder makes them. */
final class ScriptCalls implements AutoCloseable {

  private static final Call SUM = Call.of("-p", "1+1");
  private static final Executor THREADS = task -> new Thread(task, "bench-caller").start();

  private final Engine engine = Engine.create();
  private final Tool tool = tool();
  private final Session session = engine.openSession();

  private ScriptCalls() {}

  /** Opens an engine, and prepares the tool in it. */
  static ScriptCalls open() {
    ScriptCalls calls = new ScriptCalls();
    prepare(calls.engine, calls.tool);
    return calls;
  }

  static Tool tool() {
    return Tool.of("js", BundledTools.find("js").orElseThrow().wasm());
  }

  static void prepare(Engine engine, Tool tool) {
    engine
        .prepare(tool)
        .ifPresent(
            refusal -> {
              throw new IllegalStateException(refusal);
            });
  }

  /** Evaluates {@code 1+1}. */
  void call() {
    call(session);
  }

  private void call(Session in) {
    Outcome outcome = in.call(tool, SUM);
    if (!(outcome instanceof Outcome.Completed completed)
        || !completed.stdout().text().equals("2\n")) {
      throw new IllegalStateException("1+1 ended as " + outcome);
    }
  }

  /** By how many milliseconds a call that loops ran over its limit on the wall clock. */
  double overshoot(Duration limit) {
    Limits limits = Limits.builder().fuel(Limits.MAX_FUEL).wall(limit).build();
    Call loop = Call.builder().arguments("-e", "for (;;);").limits(limits).build();
    long start = System.nanoTime();
    Outcome outcome = session.call(tool, loop);
    long took = System.nanoTime() - start;
    if (!(outcome instanceof Outcome.LimitExceeded exceeded)
        || exceeded.which() != LimitKind.WALL) {
      throw new IllegalStateException("an endless loop ended as " + outcome);
    }
    return (took - limit.toNanos()) / 1e6;
  }

  /** How many calls a second so many threads make together, each in a session of its own. */
  double perSecond(int threads, Duration howLong) {
    LongAdder calls = new LongAdder();
    long start = System.nanoTime();
    long end = start + howLong.toNanos();
    CompletableFuture<?>[] all =
        Stream.generate(() -> CompletableFuture.runAsync(() -> callUntil(end, calls), THREADS))
            .limit(threads)
            .toArray(CompletableFuture<?>[]::new);
    CompletableFuture.allOf(all).join();
    return calls.sum() / ((System.nanoTime() - start) / 1e9);
  }

  private void callUntil(long end, LongAdder calls) {
    try (Session own = engine.openSession()) {
      while (System.nanoTime() < end) {
        call(own);
        calls.increment();
      }
    }
  }

  @Override
  public void close() {
    session.close();
    engine.close();
  }
}
