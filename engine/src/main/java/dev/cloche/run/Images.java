package dev.cloche.run;

import dev.cloche.Tool;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The images of an engine: each is built once, on a thread of its own kind, and kept while it is
 * among the most recently used. Refusals are kept as well: a bad module costs its check once.
 *
 * <p>Thread-safe.
 */
final class Images implements AutoCloseable {

  /** Chicory's parser and compiler walk a module without recursion; this is room to spare. */
  private static final long STACK_BYTES = 16L << 20;

  private final ImageBuilder builder;
  private final Map<String, CompletableFuture<Image>> byDigest;
  private final ThreadPoolExecutor builders;

  Images(ImageBuilder builder, int capacity) {
    this.builder = builder;
    this.byDigest = new Recent(capacity);
    int threads = Math.max(1, Math.min(2, Runtime.getRuntime().availableProcessors()));
    this.builders =
        new ThreadPoolExecutor(
            threads, threads, 10, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), Images::thread);
    builders.allowCoreThreadTimeOut(true);
  }

  private static final class Recent extends LinkedHashMap<String, CompletableFuture<Image>> {
    private static final long serialVersionUID = 1L;
    private final int capacity;

    Recent(int capacity) {
      super(16, 0.75f, true);
      this.capacity = capacity;
    }

    @Override
    protected boolean removeEldestEntry(Map.Entry<String, CompletableFuture<Image>> eldest) {
      return size() > capacity;
    }
  }

  private static Thread thread(Runnable task) {
    Thread thread = new Thread(null, task, "cloche-prepare", STACK_BYTES);
    thread.setDaemon(true);
    return thread;
  }

  /** Returns the image of a tool, or what will be it; fails with a {@link RefusedException}. */
  synchronized CompletableFuture<Image> of(Tool tool) {
    return byDigest.computeIfAbsent(tool.digest(), digest -> build(tool));
  }

  private CompletableFuture<Image> build(Tool tool) {
    CompletableFuture<Image> result = new CompletableFuture<>();
    builders.execute(
        () -> {
          try {
            result.complete(builder.build(tool));
          } catch (Throwable fault) {
            result.completeExceptionally(fault);
            if (!(fault instanceof RefusedException)) {
              forget(tool);
            }
          }
        });
    return result;
  }

  private synchronized void forget(Tool tool) {
    byDigest.remove(tool.digest());
  }

  @Override
  public synchronized void close() {
    byDigest.clear();
    builders.shutdown();
  }
}
