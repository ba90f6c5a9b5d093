package dev.cloche.testkit;

import dev.cloche.Engine;
import dev.cloche.Outcome;
import dev.cloche.PluginCall;
import dev.cloche.PluginFunction;
import dev.cloche.Running;
import dev.cloche.Session;
import dev.cloche.Tool;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import net.jqwik.api.Assume;
import org.jspecify.annotations.Nullable;

/** Runs calls of a contract's functions, with what is to happen meanwhile. */
final class HostCallRunner implements AutoCloseable {
  private static final byte[] PAGE = new byte[65_536];

  private final HostFunctionContract contract;
  private final List<PluginFunction> functions;
  private final Engine engine;
  private final AtomicReference<Runnable> within = new AtomicReference<>(() -> {});
  private final AtomicReference<AssertionError> failedWithin = new AtomicReference<>();
  private volatile boolean grows;
  private volatile boolean isLost;
  private volatile @Nullable Session session;

  HostCallRunner(HostFunctionContract contract, List<PluginFunction> own) {
    this.contract = contract;
    Map<PluginFunction, PluginFunction> wrapped = new LinkedHashMap<>();
    own.forEach(function -> wrapped.put(function, wrapped(function)));
    this.functions = List.copyOf(wrapped.values());
    this.engine =
        contract.engine().pluginFunctions(functions.toArray(PluginFunction[]::new)).build();
  }

  private PluginFunction wrapped(PluginFunction own) {
    return new PluginFunction(
        own.namespace(),
        own.name(),
        own.parameters(),
        own.results(),
        call -> own.body().run(new WatchedCall(call, () -> meanwhile(call))));
  }

  /** What is to happen within a call happens once, and not within itself. */
  private void meanwhile(PluginCall call) {
    if (grows) {
      long ignored = call.give(PAGE);
    }
    Runnable once = within.getAndSet(() -> {});
    try {
      once.run();
    } catch (AssertionError failure) {
      failedWithin.set(failure);
    }
  }

  List<PluginFunction> functions() {
    return functions;
  }

  Session session() {
    Session open = session;
    if (open == null) {
      throw new IllegalStateException("no session is open");
    }
    return open;
  }

  void growing(boolean whenRead) {
    this.grows = whenRead;
  }

  void nesting(Optional<Runnable> work) {
    within.set(work.orElse(() -> {}));
  }

  /**
   * Opens a session for one try, and looks at its end that it is usable. After a call that did not
   * come back there are no more tries.
   */
  void each(Consumer<Session> attempt) {
    Assume.that(!isLost);
    Session open = engine.openSession(contract.limits());
    session = open;
    failedWithin.set(null);
    try {
      attempt.accept(open);
      AssertionError failure = failedWithin.get();
      if (failure != null) {
        throw failure;
      }
      Oracles.assertUsable(open);
    } finally {
      session = null;
      // To close it would be to wait for the function that does not come back.
      if (!isLost) {
        open.close();
      }
    }
  }

  private Tool plugin(List<HostCall> calls) {
    return HostCalls.plugin(calls, contract::mayFree);
  }

  Outcome run(List<HostCall> calls) {
    return await(calls, session().start(plugin(calls), contract.call()));
  }

  List<Outcome> sideBySide(List<HostCall> calls, int count) {
    Tool plugin = plugin(calls);
    List<Running> running = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      running.add(session().start(plugin, contract.call()));
    }
    return running.stream().map(each -> await(calls, each)).toList();
  }

  private Outcome await(List<HostCall> calls, Running running) {
    CompletableFuture<Outcome> end = new CompletableFuture<>();
    Thread waiting = new Thread(() -> end.complete(running.await()), "testkit-await");
    waiting.setDaemon(true);
    waiting.start();
    try {
      return end.get(contract.patience().toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException late) {
      isLost = true;
      throw new AssertionError(calls + " did not come back within " + contract.patience(), late);
    } catch (InterruptedException | ExecutionException broken) {
      throw new AssertionError("waiting for " + calls + " was broken off", broken);
    }
  }

  @Override
  public void close() {
    if (!isLost) {
      engine.close();
    }
  }
}
