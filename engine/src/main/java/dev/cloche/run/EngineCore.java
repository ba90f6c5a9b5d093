package dev.cloche.run;

import dev.cloche.Backend;
import dev.cloche.Engine;
import dev.cloche.Inspection;
import dev.cloche.Limits;
import dev.cloche.Session;
import dev.cloche.SessionOptions;
import dev.cloche.Tool;
import dev.cloche.ToolManifest;
import dev.cloche.egress.Egress;
import dev.cloche.egress.Ends;
import dev.cloche.policy.PolicyException;
import dev.cloche.workspace.Workspace;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The engine behind {@link Engine}.
 *
 * <p>Public only because {@code dev.cloche} creates it; this package is not exported.
 */
public final class EngineCore implements Engine {

  private final Limits limits;
  private final Images images;
  private final Optional<Backend> backend;
  private final PluginFunctions functions;
  private final Admission admission = new Admission();
  private final GuestThreads threads = new GuestThreads();
  private final SpareArrays spareArrays = new SpareArrays();
  private final Set<SessionCore> sessions = ConcurrentHashMap.newKeySet();
  private boolean closed;

  private EngineCore(
      Limits limits, Images images, Optional<Backend> backend, PluginFunctions functions) {
    this.limits = limits;
    this.images = images;
    this.backend = backend;
    this.functions = functions;
  }

  /** Creates an engine from the builder's settings. */
  public static Engine create(EngineSettings settings) {
    Supplier<Optional<CodeCache>> cache =
        new Once<>(() -> settings.codeCache().flatMap(CodeCache::open));
    PluginFunctions functions = new PluginFunctions(settings.functions());
    ImageBuilder builder = new ImageBuilder(settings.execution(), cache, functions);
    Images images =
        new Images(builder, settings.execution(), settings.preparedTools(), settings.compileWait());
    return new EngineCore(settings.limits(), images, settings.backend(), functions);
  }

  /** Opened only when a tool needs it: that takes longer than a short call. */
  private static final class Once<T> implements Supplier<T> {
    private final Supplier<T> source;
    private @Nullable T value;

    Once(Supplier<T> source) {
      this.source = source;
    }

    @Override
    public synchronized T get() {
      T known = value;
      if (known == null) {
        known = source.get();
        value = known;
      }
      return known;
    }
  }

  @Override
  public Session openSession() {
    return openSession(limits);
  }

  @Override
  public Session openSession(Limits sessionLimits) {
    return openSession(SessionOptions.of(sessionLimits, Optional.empty()));
  }

  @Override
  public Session openSession(Limits sessionLimits, Workspace workspace) {
    return openSession(SessionOptions.of(sessionLimits, Optional.of(workspace)));
  }

  @Override
  public synchronized Session openSession(SessionOptions options) {
    requireOpen();
    SessionCore session = new SessionCore(this, options);
    sessions.add(session);
    return session;
  }

  /** Opens a session whose guests' requests all go to an egress, which is closed with it. */
  Session openSession(SessionOptions options, Egress egress) {
    SessionCore session = (SessionCore) openSession(options);
    session.network().bring(egress);
    return session;
  }

  @Override
  public Optional<String> prepare(Tool tool) {
    synchronized (this) {
      requireOpen();
    }
    if (!tool.command().isEmpty()) {
      return backend.isPresent()
          ? Optional.empty()
          : Optional.of(CommandRules.noBackend(tool.name()));
    }
    try {
      Prepared ignored = images.best(tool.runner()).join();
      Optional<ToolManifest> unused = tool.manifest();
      return Optional.empty();
    } catch (PolicyException e) {
      return Optional.of("call refused: " + e.getMessage());
    } catch (CompletionException e) {
      if (e.getCause() instanceof RefusedException refused) {
        return Optional.of(refused.reason());
      }
      return Optional.of("call refused: the module could not be prepared");
    }
  }

  @Override
  public void expect(Tool tool) {
    if (tool.command().isEmpty()) {
      images.ahead(tool.runner());
    }
  }

  @Override
  public Inspection inspect(Tool tool, Limits callLimits) {
    Inspection inspection = Inspector.inspect(tool, callLimits, functions);
    return inspection.refusal().isEmpty() ? withCode(tool, inspection) : inspection;
  }

  private Inspection withCode(Tool tool, Inspection inspection) {
    try {
      return images
          .best(tool.runner())
          .join()
          .methods()
          .map(methods -> Inspector.withCode(inspection, methods))
          .orElse(inspection);
    } catch (CompletionException e) {
      if (e.getCause() instanceof RefusedException refused) {
        return Inspector.refused(inspection, refused.reason());
      }
      throw e;
    }
  }

  Optional<Backend> backend() {
    return backend;
  }

  PluginFunctions functions() {
    return functions;
  }

  Images images() {
    return images;
  }

  GuestThreads threads() {
    return threads;
  }

  SpareArrays spareArrays() {
    return spareArrays;
  }

  Admission admission() {
    return admission;
  }

  void closed(SessionCore session) {
    sessions.remove(session);
  }

  private void requireOpen() {
    if (closed) {
      throw new IllegalStateException("engine is closed");
    }
  }

  @Override
  public void close() {
    sessions.forEach(RunningCall::requireOutside);
    synchronized (this) {
      closed = true;
    }
    List<Runnable> ends = new ArrayList<>();
    sessions.forEach(session -> ends.add(session::close));
    ends.add(images::close);
    ends.add(threads::close);
    Ends.run(ends);
  }
}
