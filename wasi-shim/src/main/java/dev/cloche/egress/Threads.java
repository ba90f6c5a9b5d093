package dev.cloche.egress;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** The threads of one egress: daemons, named, made when needed, gone when unused. */
final class Threads {
  /** Looks names up at a time; a look-up that hangs cannot be broken off, so it keeps its place. */
  static final int LOOK_UPS = 4;

  /** Exchanges that are open at a time; each may send a body on a thread. */
  static final int EXCHANGES = 16;

  private static final long IDLE_SECONDS = 5;

  private Threads() {}

  static ExecutorService start() {
    AtomicInteger count = new AtomicInteger();
    ThreadFactory factory =
        work -> {
          Thread thread = new Thread(work, "cloche-egress-" + count.incrementAndGet());
          thread.setDaemon(true);
          return thread;
        };
    return new ThreadPoolExecutor(
        0, LOOK_UPS + EXCHANGES, IDLE_SECONDS, TimeUnit.SECONDS, new SynchronousQueue<>(), factory);
  }
}
