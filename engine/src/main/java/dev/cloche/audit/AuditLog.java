package dev.cloche.audit;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import java.io.IOException;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * One chain of records, and the sink that keeps it. Thread-safe; records are in the order in which
 * their appends took their turn.
 *
 * <p>An append returns after the sink took the line, so that nothing happens that is not recorded.
 * It waits for its turn no longer than the log's time bound, and then for the sink no longer than
 * that. If the sink throws or is too slow, the log has failed: that append and every later one
 * throw {@link AuditException} at once. There is no mode that goes on without a record. A line
 * whose append timed out may still arrive in the sink: the log errs towards more records.
 *
 * <p>An append that got no turn in time, or whose line the sink was not asked to take in time, as
 * on a starved machine, throws alone: the sink has nothing of it, and the chain is whole. The next
 * record is preceded by one that says how many there were of these.
 *
 * <p>The sink is called on a thread of the log's own, so that one that never returns holds no
 * guest, and the interrupt of a caller does not break the chain.
 */
public final class AuditLog implements AutoCloseable {

  /** 5 seconds for a turn, and for a line: a disk that takes longer is broken. */
  public static final Duration DEFAULT_PATIENCE = Duration.ofSeconds(5);

  /** The version of the format, which the first record tells. */
  public static final int FORMAT_VERSION = 1;

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'").withZone(ZoneOffset.UTC);

  private final ReentrantLock turn = new ReentrantLock(true);
  private final SinkThread sink;
  private final Seal seal;
  private final Optional<AuditKey> key;
  private final Clock clock;
  private final Duration patience;
  private final AtomicLong missed = new AtomicLong();
  private volatile @Nullable String failure;
  private long next;
  private String lastDigest = "";
  private boolean closed;

  private AuditLog(Builder builder) {
    this.sink = new SinkThread(builder.sink);
    this.key = builder.key;
    this.seal = new Seal(key);
    this.clock = builder.clock;
    this.patience = builder.patience;
  }

  /** Returns a builder of a log over a sink that no other log uses. */
  public static Builder builder(AuditSink sink) {
    return new Builder(sink);
  }

  /**
   * Opens a log without a key over a sink.
   *
   * @throws AuditException if the sink fails, or holds a chain that does not verify
   */
  public static AuditLog open(AuditSink sink) {
    return builder(sink).open();
  }

  /** Returns why the log has failed, if it has. */
  public Optional<String> failure() {
    return Optional.ofNullable(failure);
  }

  /** Returns the digest of the last record that the sink took: an anchor for verifying later. */
  public String lastDigest() {
    turn.lock();
    try {
      return lastDigest;
    } finally {
      turn.unlock();
    }
  }

  /** Returns how many records the chain has. */
  public long count() {
    turn.lock();
    try {
      return next;
    } finally {
      turn.unlock();
    }
  }

  /**
   * Appends a record.
   *
   * @throws AuditException if it could not be recorded; what it tells of must not happen
   */
  void append(Draft draft) {
    boolean taken = false;
    try {
      inTurn(() -> write(draft));
      taken = true;
    } finally {
      if (!taken && failure == null) {
        missed.incrementAndGet();
      }
    }
  }

  /**
   * Makes what was recorded as durable as the sink can.
   *
   * @throws AuditException if that fails, and the log with it; or if it got no turn in time
   */
  public void flush() {
    inTurn(() -> sink.flush(patience));
  }

  /**
   * Records the end of the log and closes the sink. May be called again.
   *
   * @throws AuditException if the end could not be recorded or the sink not be closed
   */
  @Override
  public void close() {
    boolean first;
    turn.lock();
    try {
      first = !closed;
      if (first && failure == null) {
        guarded(() -> write(Draft.ofLog(AuditType.LOG_CLOSED)));
      }
    } finally {
      closed = true;
      turn.unlock();
      sink.close(patience);
    }
  }

  /** What is done in turn. */
  private interface Step {
    void run() throws IOException;
  }

  private void inTurn(Step step) {
    requireWorking();
    if (!takeTurn()) {
      requireWorking(); // who had the turn may have found the sink broken
      throw tooBusy();
    }
    try {
      requireWorking();
      guarded(step);
    } finally {
      turn.unlock();
    }
  }

  /** Waits for the turn whatever interrupts: a cancelled call still has to record its end. */
  private boolean takeTurn() {
    long deadline = System.nanoTime() + patience.toNanos();
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return turn.tryLock(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private AuditException tooBusy() {
    return new AuditException(
        "the audit log is too busy: no turn within " + patience.toMillis() + " ms");
  }

  private void guarded(Step step) {
    try {
      step.run();
    } catch (NotBegunException e) {
      throw tooBusy();
    } catch (Throwable e) { // errors too: whether the sink has the line is then unknown
      throw fail(reason(e), e);
    }
  }

  private static String reason(Throwable e) {
    return e instanceof AuditSinkException ? String.valueOf(e.getMessage()) : "audit sink failed";
  }

  private void requireWorking() {
    @Nullable String why = failure;
    if (why != null) {
      throw new AuditException("the audit log has failed, nothing may go on: " + why);
    }
    if (turn.isHeldByCurrentThread() && closed) {
      throw new AuditException("the audit log is closed");
    }
  }

  private AuditException fail(String why, Throwable cause) {
    if (failure == null) {
      failure = why;
    }
    return new AuditException(why, cause);
  }

  private void write(Draft draft) throws IOException {
    long before = missed.get();
    if (before > 0) {
      put(Draft.ofLog(AuditType.LOG_MISSED).put("records", before));
      missed.addAndGet(-before);
    }
    put(draft);
  }

  private void put(Draft draft) throws IOException {
    Seal.Sealed sealed = seal.seal(CanonicalJson.write(members(draft)));
    int length = sealed.line().length;
    if (length > AuditRecord.MAX_LINE_BYTES) {
      throw new AuditSinkException("a record of " + length + " bytes is above the 64 KiB allowed");
    }
    sink.write(sealed.line(), patience);
    next++;
    lastDigest = sealed.digest();
  }

  private Map<String, Object> members(Draft draft) {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("seq", next);
    members.put("time", time(clock.instant()));
    members.put("type", draft.type().id());
    if (!draft.session().isEmpty()) {
      members.put("session", draft.session());
    }
    if (!draft.call().isEmpty()) {
      members.put("call", draft.call());
    }
    members.putAll(draft.fields());
    members.put("prev", lastDigest);
    return members;
  }

  private static String time(Instant instant) {
    return TIME.format(instant);
  }

  private void begin() throws IOException {
    Optional<AuditSink.Tail> tail = sink.resume(patience);
    Draft first =
        Draft.ofLog(tail.isPresent() ? AuditType.LOG_RESUMED : AuditType.LOG_OPENED)
            .put("version", (long) FORMAT_VERSION)
            .putUnlessEmpty("keyId", key.map(AuditKey::id).orElse(""))
            .put("engine", engineVersion());
    if (tail.isPresent()) {
      continueAfter(tail.get());
      if (tail.get().tornBytes() > 0) {
        first.put("tornBytes", tail.get().tornBytes()).put("tornSha256", tail.get().tornSha256());
      }
    } else {
      first.put("chain", newChainId()).put("algorithm", seal.algorithm());
    }
    put(first);
  }

  private void continueAfter(AuditSink.Tail tail) throws IOException {
    byte[] line = tail.lastLine();
    byte[] content = Arrays.copyOf(line, Math.max(0, line.length - 1));
    if (!seal.matches(content)) {
      throw new AuditSinkException("the last record there does not verify with this log's key");
    }
    AuditRecord last = RecordParser.parse(content);
    next = last.seq() + 1;
    lastDigest = last.digest();
  }

  private static String newChainId() {
    byte[] id = new byte[16];
    new SecureRandom().nextBytes(id);
    return HexFormat.of().formatHex(id);
  }

  private static String engineVersion() {
    @Nullable String version = AuditLog.class.getPackage().getImplementationVersion();
    return version == null ? "development" : version;
  }

  /** Collects a log's settings; not thread-safe. */
  public static final class Builder {
    private final AuditSink sink;
    private Optional<AuditKey> key = Optional.empty();
    private Clock clock = Clock.systemUTC();
    private Duration patience = DEFAULT_PATIENCE;

    private Builder(AuditSink sink) {
      this.sink = Objects.requireNonNull(sink, "sink");
    }

    /** Makes the chain a keyed one; without, anyone who can write the file can make a new chain. */
    @CanIgnoreReturnValue
    public Builder key(AuditKey secret) {
      this.key = Optional.of(secret);
      return this;
    }

    /** Sets where times come from; the system's clock by default. */
    @CanIgnoreReturnValue
    public Builder clock(Clock source) {
      this.clock = Objects.requireNonNull(source, "clock");
      return this;
    }

    /**
     * Sets how long an append may wait for its turn, and then the sink take; {@link
     * #DEFAULT_PATIENCE} by default, which is also the most: a guest's call waits for it.
     *
     * @throws IllegalArgumentException if it is not between 1 ms and 5 s
     */
    @CanIgnoreReturnValue
    public Builder patience(Duration longest) {
      if (longest.toMillis() < 1 || longest.compareTo(DEFAULT_PATIENCE) > 0) {
        throw new IllegalArgumentException(
            "audit patience " + longest + " is not between 1 ms and 5 s");
      }
      this.patience = longest;
      return this;
    }

    /**
     * Opens the log: continues the chain of the sink, whose last record is verified, or begins one.
     *
     * @throws AuditException if the sink fails, or its last record does not verify
     */
    public AuditLog open() {
      AuditLog log = new AuditLog(this);
      try {
        log.begin();
        return log;
      } catch (IOException | RuntimeException e) {
        log.failure = "the audit log cannot be opened";
        log.sink.abandon();
        throw new AuditException("the audit log cannot be opened: " + reason(e), e);
      }
    }
  }
}
