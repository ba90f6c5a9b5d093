package dev.cloche.run;

import com.dylibso.chicory.runtime.HostFunction;
import com.dylibso.chicory.runtime.ImportFunction;
import com.dylibso.chicory.runtime.WasmFunctionHandle;
import dev.cloche.Call;
import dev.cloche.ToolFiles;
import dev.cloche.module.GuestText;
import dev.cloche.wasi.GuestClock;
import dev.cloche.wasi.GuestRandom;
import dev.cloche.wasi.HostStop;
import dev.cloche.wasi.Wasi;
import dev.cloche.workspace.Workspace;
import dev.cloche.workspace.WorkspaceLimits;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Does once what each call of a tool would do again before its entry, and makes a {@link Snapshot}
 * of the result for calls to start from.
 *
 * <p><b>What runs.</b> The module's segments; then its start function; then, where they are
 * exported without parameters and results, {@code _initialize} and {@code wizer.initialize}, the
 * names by which toolchains know such functions.
 *
 * <p>Of an Extism plugin it is what comes before any of its functions, {@link
 * PluginExports#startUp}; a start-up that calls the functions of Extism counts for nothing.
 *
 * <p><b>Whether it counts</b> depends on the module alone, and not on the engine, its settings, the
 * machine or how code is run: a tool starts warm in all calls or in none, and so costs the same
 * fuel in all. Therefore the limits here are constants, the clock is virtual, and random numbers
 * are seeded. A start function, whose author need not have thought of being run ahead, may not call
 * the host at all. The exported ones may write to the standard streams, which is forgotten, read a
 * clock that stands near {@link Call#SEEDED_START}, draw random numbers, and jump. Where any of
 * them does more, traps, exits, is refused memory or uses up its fuel, nothing of it counts: calls
 * start from the segments alone and run the start function themselves, as they would without all
 * this.
 *
 * <p><b>Files.</b> Where a tool has files of its own, the exported functions may read them, which
 * are the same in all calls. They see the directories that calls have, under the same numbers; but
 * {@code /} is empty, nothing in it can be made, and the environment is empty too: what a tool
 * concludes from that it has to ask for again in {@code _start}. To leave a file open is more than
 * they may, since no call would find it open.
 *
 * <p><b>Fuel</b> of what runs here is nobody's: no call pays for it.
 *
 * <p>A tool that keeps a seed of random numbers in its image would draw the same in each call; it
 * has to ask for one in {@code _start}.
 */
final class WarmUp {

  private static final Logger LOG = LoggerFactory.getLogger(WarmUp.class);

  /** What start-up may spend: twice what QuickJS takes to make its context. */
  static final long FUEL = 40_000_000;

  /** The same for a tool with files, which may read a library of thousands of lines. */
  static final long FUEL_WITH_FILES = 500_000_000;

  /** What of it is interpreted at least, where compiled code can do all of it instead. */
  private static final long LEAST_INTERPRETED = 2_000_000;

  /** For each byte of the module as much again: in a new JVM to compile it takes as long. */
  private static final long INTERPRETED_PER_BYTE = 40;

  /** What memory may have, before start-up and after. */
  static final long MEMORY_BYTES = 64L << 20;

  /** What a snapshot may take: 16 MiB. Beyond it calls start from the segments. */
  static final long HELD_BYTES = 16L << 20;

  /** The same for a tool with files: 48 MiB. */
  static final long HELD_BYTES_WITH_FILES = 48L << 20;

  /** Fuel ends start-up long before, unless the machine stands still. */
  private static final Duration WALL = Duration.ofMinutes(5);

  private final Image image;
  private final Optional<ToolFiles> files;
  private final FuelTank tank;
  private final GuestInstance instance;

  /** Whether the end of the fuel is the end of the attempt, and tells nothing of start-up. */
  private final boolean isTrial;

  /** Whether the function that runs may call the host. */
  private boolean mayCall;

  private WarmUp(Image image, Optional<ToolFiles> files, long atMost) {
    this.image = image;
    this.files = files;
    long fuel = files.isEmpty() ? FUEL : FUEL_WITH_FILES;
    this.isTrial = atMost < fuel;
    this.tank = new FuelTank(Math.min(atMost, fuel), new Deadline(WALL));
    this.instance = new GuestInstance(image, MEMORY_BYTES, tank, SpareArrays.none());
  }

  /**
   * Returns an image whose calls start from a snapshot, or the same image where that is not to be.
   *
   * @param image one that {@link #snapshot} takes
   * @param files those of the tool
   * @param withCode whether the machines need the bodies of the functions
   * @throws IllegalStateException if the JVM has no heap for it now
   */
  static Image apply(Image image, Optional<ToolFiles> files, boolean withCode) {
    return snapshot(image, files).map(start -> image.startingFrom(start, withCode)).orElse(image);
  }

  /**
   * The same for machines that interpret, where others can do it soon; empty if start-up takes
   * longer than to compile the module, and then nothing is decided.
   *
   * @param bytes how large the module is
   * @throws IllegalStateException if the JVM has no heap for it now
   */
  static Optional<Image> interpreted(Image image, Optional<ToolFiles> files, int bytes) {
    long atMost = LEAST_INTERPRETED + bytes * INTERPRETED_PER_BYTE;
    try {
      return Optional.of(
          snapshot(image, files, atMost)
              .map(start -> image.startingFrom(start, true))
              .orElse(image));
    } catch (GuestStop tooLong) {
      return Optional.empty();
    }
  }

  /**
   * Returns what calls of an image are to start from; empty if from the module's segments.
   *
   * @param image one without a snapshot, whose module has its exports and segments
   * @param files those of the tool
   * @throws IllegalStateException if the JVM has no heap for it now
   */
  static Optional<Snapshot> snapshot(Image image, Optional<ToolFiles> files) {
    return snapshot(image, files, Long.MAX_VALUE);
  }

  private static Optional<Snapshot> snapshot(Image image, Optional<ToolFiles> files, long atMost) {
    if (image.facts().memory().min() * dev.cloche.Limits.PAGE_BYTES > MEMORY_BYTES) {
      return Optional.empty();
    }
    StartUp startUp = StartUp.of(image);
    if (!startUp.isEmpty()) {
      Optional<Snapshot> warm =
          GuestThreads.callOnce(() -> new WarmUp(image, files, atMost).started(startUp));
      if (warm.isPresent()) {
        return warm;
      }
    }
    return GuestThreads.callOnce(() -> new WarmUp(image, files, atMost).instantiated());
  }

  private Optional<Snapshot> instantiated() {
    return attempt(StartUp.NONE, false);
  }

  private Optional<Snapshot> started(StartUp startUp) {
    return attempt(startUp, true);
  }

  private Optional<Snapshot> attempt(StartUp startUp, boolean started) {
    try (Workspace workspace = Workspace.inMemory(WorkspaceLimits.defaults())) {
      Wasi wasi = wasi(workspace);
      StartUpCalls calls = new StartUpCalls(wasi);
      instance.instantiate(hostFunctions(wasi, calls));
      startUp.function().ifPresent(instance::call);
      mayCall = true;
      startUp.exports().forEach(this::call);
      requireMemory();
      calls.requireNothingOpen();
      return Optional.of(instance.snapshot(started)).filter(this::isSmall);
    } catch (HostStop stop) {
      if (isTrial && stop instanceof GuestStop limit && limit.isFuel()) {
        throw limit;
      }
      return cold(stop);
    } catch (RuntimeException | StackOverflowError fault) {
      if (!Traps.isTrap(fault)) {
        throw fault;
      }
      return cold(fault);
    }
  }

  private void call(PluginExports.StartCall start) {
    long[] ignored = instance.call(start.function(), new long[start.parameters()]);
  }

  private boolean isSmall(Snapshot snapshot) {
    return snapshot.heldBytes() <= (files.isEmpty() ? HELD_BYTES : HELD_BYTES_WITH_FILES);
  }

  /** Ends start-up where a growth of memory failed, so that no snapshot remembers that it did. */
  private void requireMemory() {
    LinearMemory memory = instance.memory();
    if (memory != null && memory.growthsRefused() > 0) {
      throw new NotAtStartUp("it calls memory.grow beyond " + MEMORY_BYTES + " bytes");
    }
  }

  private Optional<Snapshot> cold(Throwable why) {
    LinearMemory memory = instance.memory();
    if (memory != null && memory.lackedHeap()) {
      // Another time it would go well: what calls cost must not depend on it.
      throw new IllegalStateException("out of Java heap", why);
    }
    LOG.info("start-up is left to each call: {}", GuestText.of(why));
    return Optional.empty();
  }

  private Wasi wasi(Workspace workspace) {
    Wasi.Builder builder =
        Wasi.builder(workspace, tank)
            .clock(GuestClock.virtual(Call.SEEDED_START))
            .random(GuestRandom.seeded(0));
    files.ifPresentOrElse(
        own -> builder.unchanged().preopen(own.preopen()), () -> builder.preopens(Map.of()));
    return builder.build();
  }

  private List<ImportFunction> hostFunctions(Wasi wasi, StartUpCalls calls) {
    List<ImportFunction> functions = new ArrayList<>();
    GuestJumps jumps = new GuestJumps(image.machines(), image.imports().size(), tank);
    for (Imported wanted : image.imports()) {
      if (!GuestJumps.has(wanted) && Wasi.signature(wanted.module(), wanted.name()).isEmpty()) {
        functions.add(refused(wanted));
        continue;
      }
      functions.add(
          GuestJumps.has(wanted)
              ? guarded(jumps.function(wanted), arguments -> true)
              : guarded(
                  wasi.hostFunction(wanted.name()),
                  arguments -> calls.isHarmless(wanted.name(), arguments)));
    }
    return functions;
  }

  /** What plugins import belongs to a call. */
  private static HostFunction refused(Imported wanted) {
    return new HostFunction(
        wanted.module(),
        wanted.name(),
        wanted.type(),
        (caller, arguments) -> {
          throw new NotAtStartUp("it calls " + wanted.name());
        });
  }

  private HostFunction guarded(HostFunction function, Predicate<long[]> harmless) {
    String name = function.name();
    WasmFunctionHandle handle = function.handle();
    return new HostFunction(
        function.module(),
        name,
        function.functionType(),
        (caller, arguments) -> {
          if (!mayCall || !harmless.test(arguments)) {
            throw new NotAtStartUp("it calls " + name);
          }
          return handle.apply(caller, arguments);
        });
  }
}
