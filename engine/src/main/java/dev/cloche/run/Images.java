package dev.cloche.run;

import dev.cloche.Execution;
import dev.cloche.Tool;
import java.time.Duration;
import java.util.Comparator;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The images of an engine: each is prepared once, on a thread of its own kind, and kept while it is
 * among the most recently used. Refusals are kept as well: a bad module costs its check once.
 *
 * <p>Compiling is a second step, in {@link Compilations}. How long a call waits for it is the
 * difference between {@link Execution#TIERED}, not at all, and {@link Execution#COMPILED}, up to a
 * limit; either way the image is replaced when there is a better one.
 *
 * <p>Thread-safe; an image that is there is found without a lock.
 */
final class Images implements AutoCloseable {

  /** Chicory's parser and compiler walk a module without recursion; this is room to spare. */
  static final long STACK_BYTES = 16L << 20;

  /** One tool's image. */
  private static final class Entry {
    /** What calls wait for. */
    volatile CompletableFuture<Image> image = new CompletableFuture<>();

    /** Completed when nothing better will come. */
    final CompletableFuture<Prepared> best = new CompletableFuture<>();

    /** Completed when it is compiled, or need not be any more. */
    volatile @Nullable CompletableFuture<Optional<Prepared>> compilation;

    volatile long lastUse = System.nanoTime();

    /** Set when it was forgotten, whether or not its compilation had begun. */
    volatile boolean isForgotten;

    /** Nobody will find it again: what still waits to be compiled need not be. */
    void forget() {
      isForgotten = true;
      CompletableFuture<Optional<Prepared>> waiting = compilation;
      if (waiting != null && image.isDone()) { // otherwise calls wait for it
        waiting.cancel(false);
      }
    }
  }

  private final ImageBuilder builder;
  private final boolean waitsForCode;
  private final Duration patience;
  private final int capacity;
  private final ConcurrentHashMap<String, Entry> byDigest = new ConcurrentHashMap<>();
  private final ThreadPoolExecutor builders;
  private final Compilations compilations;

  /**
   * Makes an empty one.
   *
   * @param capacity how many images are kept
   * @param patience how long a call waits for its code, where it waits for it at all
   */
  Images(ImageBuilder builder, Execution execution, int capacity, Duration patience) {
    this(builder, execution, capacity, patience, new Compilations());
  }

  /** The same with a place for compilations, which it closes. */
  Images(
      ImageBuilder builder,
      Execution execution,
      int capacity,
      Duration patience,
      Compilations compilations) {
    this.compilations = compilations;
    this.builder = builder;
    this.waitsForCode = execution == Execution.COMPILED;
    this.capacity = capacity;
    this.patience = patience;
    int threads = Math.max(1, Math.min(2, Runtime.getRuntime().availableProcessors()));
    this.builders =
        new ThreadPoolExecutor(
            threads, threads, 10, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), Images::thread);
    builders.allowCoreThreadTimeOut(true);
  }

  private static Thread thread(Runnable task) {
    Thread thread = new Thread(null, task, "cloche-prepare", STACK_BYTES);
    thread.setDaemon(true);
    return thread;
  }

  /** Returns the image of a tool, or what will be it; fails with a {@link RefusedException}. */
  CompletableFuture<Image> of(Tool tool) {
    return entry(tool).image;
  }

  /**
   * Begins with the image of a tool that is packaged with its code, for a call that will ask for it
   * and has its plan to make first. The module of a stranger is not touched before who decides on
   * the call has decided.
   */
  void ahead(Tool tool) {
    if (tool.owner().isPresent()) {
      try {
        Entry ignored = entry(tool);
      } catch (RuntimeException | OutOfMemoryError notNow) {
        // The call asks again, and has what became of it as its outcome.
      }
    }
  }

  /**
   * Returns what will be the best image of a tool: compiled, or what is left where that cannot be
   * done within the time and heap that there are. Fails with a {@link RefusedException}.
   */
  CompletableFuture<Prepared> best(Tool tool) {
    return entry(tool).best;
  }

  private Entry entry(Tool tool) {
    Entry known = byDigest.get(tool.digest());
    if (known == null) {
      Entry fresh = new Entry();
      known = byDigest.putIfAbsent(tool.digest(), fresh);
      if (known == null) {
        begin(tool, fresh);
        return fresh;
      }
    }
    known.lastUse = System.nanoTime();
    return known;
  }

  private void begin(Tool tool, Entry fresh) {
    evict();
    try {
      builders.execute(() -> prepare(tool, fresh));
    } catch (Throwable noThread) {
      byDigest.remove(tool.digest(), fresh); // or calls would wait for what nobody does
      throw noThread;
    }
  }

  /** Only where one was added: a look over all, the least recently used go. */
  private synchronized void evict() {
    while (byDigest.size() > capacity) {
      byDigest.entrySet().stream()
          .min(Comparator.comparingLong(entry -> entry.getValue().lastUse))
          .ifPresent(oldest -> forget(oldest.getKey(), oldest.getValue()));
    }
  }

  private void forget(String digest, Entry entry) {
    // Where calls wait for code, they bound how many modules do, and it is not taken from them.
    if (byDigest.remove(digest, entry) && !waitsForCode) {
      entry.forget();
    }
  }

  private void prepare(Tool tool, Entry entry) {
    try {
      Prepared prepared = builder.prepare(tool);
      prepared
          .compilation()
          .ifPresentOrElse(
              compilation -> compile(tool, entry, prepared, compilation),
              () -> settle(tool, entry, prepared));
    } catch (Throwable fault) {
      fail(tool, entry, fault);
    }
  }

  private void fail(Tool tool, Entry entry, Throwable fault) {
    if (!(fault instanceof RefusedException)) {
      byDigest.remove(tool.digest(), entry);
    }
    // In this order: whom the first wakes finds the other done as well.
    entry.best.completeExceptionally(fault);
    entry.image.completeExceptionally(fault);
  }

  private void compile(Tool tool, Entry entry, Prepared first, Prepared.Compilation compilation) {
    if (!waitsForCode && !compilation.isAwaited()) {
      entry.image.complete(first.image());
    }
    CompletableFuture<Optional<Prepared>> code = compilations.submit(compilation);
    CompletableFuture<Void> ignored =
        code.exceptionally(cancelled -> Optional.empty())
            .thenAccept(compiled -> settle(tool, entry, first, compiled));
    entry.compilation = code;
    if (entry.isForgotten) { // meanwhile
      entry.forget();
    }
    if (compilation.isAwaited()) {
      return; // whatever limits the calls have ends their waiting
    }
    // Who waits does so up to the limit, and then runs in the first image, which will move up.
    entry.image.completeOnTimeout(first.image(), patience.toMillis(), TimeUnit.MILLISECONDS);
    entry.best.completeOnTimeout(first, patience.toMillis(), TimeUnit.MILLISECONDS);
  }

  private void settle(Tool tool, Entry entry, Prepared first, Optional<Prepared> compiled) {
    try {
      settle(tool, entry, compiled.isPresent() ? compiled.get() : first.withoutCode());
    } catch (Throwable fault) {
      fail(tool, entry, fault);
    }
  }

  private static void settle(Tool tool, Entry entry, Prepared prepared) {
    if (!entry.image.complete(prepared.image())) {
      entry.image = CompletableFuture.completedFuture(prepared.image());
    }
    entry.best.complete(prepared);
    prepared.methods().ifPresent(methods -> warn(tool, methods));
  }

  private static void warn(Tool tool, HugeMethods methods) {
    boolean small = methods.huge().isEmpty() && methods.interpreted().isEmpty();
    if (small || !log().isWarnEnabled()) { // asking the JVM is slow, where nobody listens
      return;
    }
    int slow = methods.interpreted().size();
    if (!HugeMethods.areCompiled().orElse(true)) {
      slow += methods.huge().size();
    }
    if (slow > 0) {
      log()
          .warn(
              "{} has {} functions that this JVM does not compile for their size ({} of them beyond the"
                  + " size of a Java method); -XX:-DontCompileHugeMethods makes the others fast",
              tool,
              slow,
              methods.interpreted().size());
    }
  }

  @Override
  public void close() {
    byDigest.clear();
    builders.shutdown();
    compilations.close();
  }

  /** Looked up when there is something to log: that takes longer than to open a session. */
  private static Logger log() {
    return LoggerFactory.getLogger(Images.class);
  }
}
