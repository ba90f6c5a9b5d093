package dev.cloche.run;

import com.dylibso.chicory.runtime.HostFunction;
import dev.cloche.ExtismManifest;
import dev.cloche.LimitKind;
import dev.cloche.extism.Extism;
import dev.cloche.extism.KernelSpace;
import dev.cloche.extism.LogLevel;
import dev.cloche.wasi.GuestInput;
import dev.cloche.wasi.HostBudget;
import dev.cloche.wasi.HostStop;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What a call of an Extism plugin has besides what every call has. Guest thread only. */
final class GuestPlugin {

  /**
   * What a call is of.
   *
   * @param exports those of the plugin
   * @param function the one that is called
   * @param functions what it may import of the embedder
   */
  record Target(PluginExports exports, int function, PluginFunctions functions) {}

  private final Target target;
  private final Extism extism;
  private final BoundCall.Of call;
  private final HostBudget budget;
  private final @Nullable Tape tape;

  /**
   * Makes it.
   *
   * @param target what is called
   * @param builder from {@link #builder}
   */
  GuestPlugin(Target target, CallSetting setting, HostBudget budget, Extism.Builder builder) {
    this.target = target;
    this.call = new BoundCall.Of(setting.session(), setting.plan().tool().name());
    this.budget = budget;
    this.tape = setting.tape();
    Optional<ExtismManifest> manifest = setting.plan().tool().extismManifest();
    Map<String, String> configuration = new LinkedHashMap<>();
    manifest.ifPresent(own -> configuration.putAll(own.configuration()));
    configuration.putAll(setting.environment());
    builder.configuration(configuration);
    manifest.ifPresent(
        own -> {
          own.variableBytes().ifPresent(builder::variableBytes);
          own.responseBytes().ifPresent(builder::responseBytes);
        });
    setting.call().trace().ifPresent(builder::trace);
    this.extism = builder.build();
  }

  /** Begins the description of what a plugin works with. */
  static Extism.Builder builder(
      HostBudget budget,
      GuestInstance instance,
      GuestInput stdin,
      OutputCapture stdout,
      OutputCapture stderr) {
    return Extism.builder(budget, new Space(instance))
        .input(stdin)
        .stdout(stdout)
        .stderr(stderr, LogLevel.INFO);
  }

  /** Kernel memory is of the same limit as linear memory. */
  private record Space(GuestInstance instance) implements KernelSpace {
    @Override
    public boolean take(long bytes) {
      return instance.lend(bytes);
    }

    @Override
    public HostStop full(long wanted) {
      return GuestStop.limit(LimitKind.MEMORY, instance.memoryUsed() + wanted);
    }
  }

  /** Whether a function that a guest imports is of here. */
  boolean has(Imported wanted) {
    return wanted.module().equals(Extism.MODULE)
        || target.functions().signature(wanted.module(), wanted.name()).isPresent();
  }

  HostFunction hostFunction(Imported wanted) {
    return wanted.module().equals(Extism.MODULE)
        ? extism.hostFunction(wanted.name())
        : target.functions().function(wanted, extism, budget, call, tape);
  }

  /** Runs what comes before a function, in an instance in which it has not run. */
  void startUp(GuestInstance instance) {
    for (PluginExports.StartCall start : target.exports().startUp()) {
      long[] ignored = instance.call(start.function(), new long[start.parameters()]);
    }
  }

  /** Runs the function; returns its status, or 0 where it has none. */
  int run(GuestInstance instance) {
    long[] results = instance.call(target.function(), new long[0]);
    return results == null || results.length == 0 ? 0 : (int) results[0];
  }

  /** Hands over output and error; returns the exit status. */
  int end(int returned) {
    return extism.end(returned);
  }

  Extism extism() {
    return extism;
  }
}
