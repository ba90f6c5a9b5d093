package dev.cloche.run;

import com.dylibso.chicory.runtime.HostFunction;
import com.dylibso.chicory.runtime.ImportFunction;
import dev.cloche.Call;
import dev.cloche.Captured;
import dev.cloche.LimitKind;
import dev.cloche.Limits;
import dev.cloche.Outcome;
import dev.cloche.TrapKind;
import dev.cloche.Usage;
import dev.cloche.egress.EgressException;
import dev.cloche.extism.Extism;
import dev.cloche.module.GuestText;
import dev.cloche.wasi.GuestClock;
import dev.cloche.wasi.GuestInput;
import dev.cloche.wasi.GuestRandom;
import dev.cloche.wasi.GuestSignal;
import dev.cloche.wasi.HostBudget;
import dev.cloche.wasi.ProcExit;
import dev.cloche.wasi.Wasi;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One call in a fresh instance. Made and used on one guest thread; never used again, and neither is
 * its instance, however it ends.
 */
final class GuestRun {

  private final Image image;
  private final Limits limits;
  private final Deadline deadline;
  private final FuelTank tank;
  private final @Nullable Waits waits;
  private final OutputCapture stdout;
  private final OutputCapture stderr;
  private final CountedCalls hostCalls = new CountedCalls();
  private final @Nullable StdinPump pump;
  private final Wasi wasi;
  private final GuestInstance instance;
  private final @Nullable GuestPlugin plugin;

  GuestRun(
      Image image,
      CallSetting setting,
      Deadline deadline,
      SpareArrays spare,
      Optional<GuestPlugin.Target> target) {
    Call call = setting.call();
    this.image = image;
    this.limits = setting.limits();
    this.deadline = deadline;
    this.tank = new FuelTank(limits.fuel(), deadline);
    Tape tape = setting.tape();
    this.waits = tape == null ? null : new Waits(tank, tape);
    this.instance = new GuestInstance(image, limits.memoryBytes(), tank, spare);
    OutputCapture.Allowance allowance = new OutputCapture.Allowance(limits.outputBytes());
    this.stdout = new OutputCapture(allowance, call.stdoutCopy().orElse(null));
    this.stderr = new OutputCapture(allowance, call.stderrCopy().orElse(null));
    this.pump = call.stdinStream().map(in -> new StdinPump(in, deadline)).orElse(null);
    this.plugin = target.map(called -> plugin(setting, called)).orElse(null);
    this.wasi = wasi(setting);
    setting.files().settle();
  }

  /** Its input is standard input, and its output standard output: WASI has neither then. */
  private GuestPlugin plugin(CallSetting setting, GuestPlugin.Target target) {
    Extism.Builder builder =
        GuestPlugin.builder(budget(), instance, stdin(setting), stdout, stderr)
            .egress(setting.network(), new CallPatience(deadline));
    return new GuestPlugin(target, setting, budget(), builder);
  }

  private GuestInput stdin(CallSetting setting) {
    GuestInput real = pump != null ? pump : GuestInput.of(setting.call().stdinBytes());
    Tape tape = setting.tape();
    return tape == null || waits == null ? real : waits.input(tape.input(real));
  }

  private HostBudget budget() {
    return waits == null ? tank : waits;
  }

  private Wasi wasi(CallSetting setting) {
    Call call = setting.call();
    List<String> arguments = new ArrayList<>();
    arguments.add(setting.plan().tool().runner().name());
    if (plugin == null) {
      arguments.addAll(setting.plan().arguments());
    }
    Wasi.Builder builder =
        setting
            .files()
            .builder(budget())
            .arguments(arguments)
            .environment(setting.environment())
            .stdin(plugin == null ? stdin(setting) : GuestInput.empty())
            .stdout(plugin == null ? stdout : stderr)
            .stderr(stderr)
            .egress(setting.network(), new CallPatience(deadline));
    OptionalLong seed = call.seed();
    Tape tape = setting.tape();
    if (seed.isPresent()) {
      builder.clock(GuestClock.virtual(Call.SEEDED_START));
      builder.random(GuestRandom.seeded(seed.getAsLong()));
    } else if (tape != null) {
      builder.clock(tape.clock(GuestClock.coarse()));
      builder.random(tape.random(GuestRandom.secure()));
    }
    call.trace().ifPresent(builder::trace);
    return builder.build();
  }

  /** Runs the guest to its end. Never throws. */
  Outcome run() {
    deadline.start();
    try {
      Outcome outcome;
      try {
        outcome = performed();
      } finally {
        wasi.close();
      }
      return outcome;
    } catch (GuestStop unrecorded) {
      return stopped(unrecorded);
    } catch (RuntimeException fault) {
      return failed(fault);
    } finally {
      instance.retire();
      if (pump != null) {
        pump.close();
      }
    }
  }

  private Outcome performed() {
    try {
      int returned = returned();
      int status = plugin == null ? returned : plugin.end(returned);
      return new Outcome.Completed(status, stdout.captured(), stderr.captured(), usage());
    } catch (GuestStop stop) {
      return stopped(stop);
    } catch (TapeStop stop) {
      return new Outcome.HostFault(stop.why(), stdout.captured(), stderr.captured(), usage());
    } catch (Throwable fault) {
      return failed(fault);
    }
  }

  /** Runs the guest; returns its exit status. */
  private int returned() {
    try {
      instance.instantiate(hostFunctions());
      if (image.startsInCall()) {
        image.facts().start().ifPresent(instance::call);
        if (plugin != null) {
          plugin.startUp(instance);
        }
      }
      image.facts().entry().ifPresent(instance::call);
      return plugin == null ? 0 : plugin.run(instance);
    } catch (ProcExit exit) {
      return exit.status();
    } catch (GuestSignal signal) {
      return signal.status();
    }
  }

  /**
   * Why a request of the guest came to nothing last, whatever it did since; empty if none did. Says
   * what an ending with a status other than 0 may have come from.
   */
  Optional<EgressException> lastFetchFailure() {
    Optional<EgressException> failure = wasi.lastFetchFailure();
    return plugin == null ? failure : plugin.extism().lastFetchFailure().or(() -> failure);
  }

  private List<ImportFunction> hostFunctions() {
    GuestJumps jumps = new GuestJumps(image.machines(), image.imports().size(), tank);
    List<ImportFunction> functions = new ArrayList<>();
    for (Imported wanted : image.imports()) {
      functions.add(hostCalls.counting(hostFunction(wanted, jumps)));
    }
    return functions;
  }

  private HostFunction hostFunction(Imported wanted, GuestJumps jumps) {
    if (GuestJumps.has(wanted)) {
      return jumps.function(wanted);
    }
    return plugin != null && plugin.has(wanted)
        ? plugin.hostFunction(wanted)
        : wasi.hostFunction(wanted.name());
  }

  private Outcome stopped(GuestStop stop) {
    if (waits != null) {
      waits.ended(stop);
    }
    return switch (stop.reason()) {
      case CANCELLED -> new Outcome.Cancelled(stdout.captured(), stderr.captured(), usage());
      case UNRECORDED ->
          new Outcome.HostFault(
              "the audit could not record a request",
              stdout.captured(),
              stderr.captured(),
              usage());
      case FUNCTION ->
          new Outcome.HostFault(
              "a plugin function of the embedder failed",
              stdout.captured(),
              stderr.captured(),
              usage());
      case STACK -> trapped(stop, TrapKind.CALL_STACK_EXHAUSTED, stop.frames());
      case LIMIT ->
          new Outcome.LimitExceeded(
              stop.limit(),
              limitOf(stop.limit()),
              stop.used(),
              stdout.captured(),
              stderr.captured(),
              usage());
    };
  }

  private long limitOf(LimitKind which) {
    return switch (which) {
      case FUEL -> limits.fuel();
      case WALL -> limits.wall().toMillis();
      case MEMORY -> limits.memoryBytes();
      case OUTPUT -> limits.outputBytes();
      case REQUESTS, SENT, RECEIVED, RESPONSE, EXPANSION, HEADER, PROCESSES, FILE, WORKSPACE ->
          throw new IllegalStateException("a limit of the network or of commands stops no guest");
    };
  }

  private Outcome failed(Throwable fault) {
    if (Traps.isTrap(fault)) {
      return trapped(fault, Traps.kind(fault), fault.getStackTrace());
    }
    log().error("call of a guest failed", fault);
    if (fault instanceof OutOfMemoryError) {
      // What it printed may be what fills the heap: a copy of it would not fit either.
      return new Outcome.HostFault("out of Java heap", Captured.EMPTY, Captured.EMPTY, usage());
    }
    return new Outcome.HostFault(
        fault.getClass().getSimpleName(), stdout.captured(), stderr.captured(), usage());
  }

  private Outcome trapped(Throwable fault, TrapKind kind, StackTraceElement[] stack) {
    LinearMemory memory = instance.memory();
    String detail = kind == TrapKind.OTHER ? GuestText.of(fault) : kind.text();
    if (memory != null && memory.growthsRefused() > 0) {
      detail +=
          " (after a growth of memory was refused at the limit of "
              + limits.memoryBytes()
              + " bytes)";
    }
    return new Outcome.Trapped(
        kind,
        detail,
        Traps.backtrace(stack, image.facts()),
        stdout.captured(),
        stderr.captured(),
        usage());
  }

  private Usage usage() {
    LinearMemory memory = instance.memory();
    return new Usage(
        tank.fuelUsed(),
        deadline.elapsed(),
        instance.memoryUsed(),
        memory == null ? 0 : memory.growthsRefused(),
        stdout.size(),
        stderr.size(),
        hostCalls.count());
  }

  /** Looked up when there is something to log: that takes longer than to open a session. */
  private static Logger log() {
    return LoggerFactory.getLogger(GuestRun.class);
  }
}
