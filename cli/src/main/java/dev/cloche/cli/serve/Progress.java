package dev.cloche.cli.serve;

import java.util.function.BiConsumer;

/**
 * Tells a client how much fuel its call has used. What is told always grows, as MCP wants it, and
 * ends before the answer. Thread-safe.
 */
final class Progress {

  private final long limit;
  private final BiConsumer<Long, Long> sink;
  private long last = -1;
  private boolean ended;

  /**
   * Makes one.
   *
   * @param limit the fuel that the call may use
   * @param sink takes used fuel and limit; must not block
   */
  Progress(long limit, BiConsumer<Long, Long> sink) {
    this.limit = limit;
    this.sink = sink;
  }

  /** Tells it, if it is more than before. */
  synchronized void report(long used) {
    if (!ended && used > last) {
      last = used;
      sink.accept(used, limit);
    }
  }

  /** Tells the sum, and nothing after it. */
  synchronized void end(long used) {
    report(used);
    ended = true;
  }
}
