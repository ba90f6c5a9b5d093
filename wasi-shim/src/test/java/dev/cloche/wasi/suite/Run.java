package dev.cloche.wasi.suite;

import com.dylibso.chicory.runtime.HostFunction;
import com.dylibso.chicory.runtime.ImportValues;
import com.dylibso.chicory.runtime.Instance;
import com.dylibso.chicory.wasm.Parser;
import dev.cloche.wasi.GuestSignal;
import dev.cloche.wasi.HostStop;
import dev.cloche.wasi.ProcExit;
import dev.cloche.wasi.Wasi;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** One run of a program on one machine, on the thread that calls it. */
final class Run {
  /** The end of a trace that is shown where a program fails. */
  private static final int LINES_KEPT = 12;

  private final Program program;
  private final Machine machine;
  private final Duration limit;
  private final ByteArrayOutputStream stdout = new ByteArrayOutputStream();
  private final ByteArrayOutputStream stderr = new ByteArrayOutputStream();
  private final Deque<String> trace = new ArrayDeque<>();

  Run(Program program, Machine machine, Duration limit) {
    this.program = program;
    this.machine = machine;
    this.limit = limit;
  }

  /** Runs it; whatever it does is a verdict. */
  Verdict verdict() {
    try {
      Spec spec = program.spec();
      return judge(spec, exitStatus(spec));
    } catch (HostStop | SuiteException | IOException refused) {
      return failed(String.valueOf(refused.getMessage()));
    } catch (RuntimeException | StackOverflowError trap) {
      return failed("trapped: " + trap.getMessage());
    }
  }

  private Verdict judge(Spec spec, int status) {
    if (status != spec.exitStatus()) {
      return failed("exit status " + status + ", expected " + spec.exitStatus());
    }
    String written = stdout.toString(StandardCharsets.UTF_8);
    if (spec.stdout().isPresent() && !written.equals(spec.stdout().get())) {
      return failed("stdout \"" + written + "\", expected \"" + spec.stdout().get() + "\"");
    }
    return Verdict.passed();
  }

  private int exitStatus(Spec spec) throws IOException {
    Fixture fixture = Fixture.of(spec.directories());
    Wasi wasi = wasi(spec, fixture);
    try {
      Instance guest = link(program.wasm(), wasi);
      long[] ignored = guest.export("_start").apply();
      return 0;
    } catch (ProcExit exit) {
      return exit.status();
    } catch (GuestSignal signal) {
      return signal.status();
    } finally {
      wasi.close();
    }
  }

  private Wasi wasi(Spec spec, Fixture fixture) {
    List<String> arguments = new ArrayList<>();
    arguments.add(program.wasm().getFileName().toString());
    arguments.addAll(spec.arguments());
    return Wasi.builder(fixture.workspace(), new TimedBudget(limit))
        .arguments(arguments)
        .environment(spec.environment())
        .preopens(fixture.preopens())
        .stdout(stdout::write)
        .stderr(stderr::write)
        .trace(this::keep)
        .build();
  }

  private Instance link(Path wasm, Wasi wasi) {
    return machine
        .builder(Parser.parse(wasm))
        .withImportValues(
            ImportValues.builder()
                .addFunction(wasi.hostFunctions().toArray(HostFunction[]::new))
                .build())
        .withStart(false)
        .build();
  }

  private void keep(String line) {
    if (trace.size() == LINES_KEPT) {
      trace.removeFirst();
    }
    trace.add(line);
  }

  private Verdict failed(String why) {
    List<String> details = new ArrayList<>(trace);
    stderr.toString(StandardCharsets.UTF_8).lines().forEach(line -> details.add("stderr: " + line));
    return Verdict.failed(why, details);
  }
}
