package dev.cloche.wasi.suite;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Runs every program of a folder on every machine and prints a line for each, and a total.
 *
 * <p>From the command line: {@code mvn -pl wasi-shim verify -Dwasi.suite=DIR}.
 */
final class Suite {
  /** Above what a program of wasi-testsuite takes on a slow, busy machine. */
  private static final Duration LIMIT = Duration.ofMinutes(2);

  private final List<Machine> machines;
  private final Duration limit;
  private final PrintStream out;
  private int passed;
  private int total;
  private int skipped;

  Suite(List<Machine> machines, Duration limit, PrintStream out) {
    this.machines = machines;
    this.limit = limit;
    this.out = out;
  }

  /** Runs the folder that the first argument names, on the machines that the second names. */
  public static void main(String[] arguments) throws IOException {
    List<Machine> machines = Arrays.stream(arguments[1].split(",")).map(Machine::of).toList();
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    System.exit(new Suite(machines, LIMIT, out).run(Path.of(arguments[0])) ? 0 : 1);
  }

  /**
   * Returns whether all passed that could be run; none at all is a failure, since the folder must
   * be wrong.
   */
  boolean run(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      out.println("no folder " + folder);
      return false;
    }
    List<Program> programs = Program.under(folder);
    for (Program program : programs) {
      if (program.isComponent()) {
        skip(program, "a component, and not a module for preview1");
      } else {
        machines.forEach(machine -> report(program, machine, inTime(program, machine)));
      }
    }
    printTotal(programs.size() - skipped);
    return total > 0 && passed == total;
  }

  private void printTotal(int programs) {
    out.printf("%d of %d runs passed: %d programs on %s", passed, total, programs, machines);
    out.print(skipped == 0 ? "\n" : "; " + skipped + " programs skipped\n");
  }

  private void skip(Program program, String why) {
    skipped++;
    out.printf("skip  %-11s  %s\n      %s\n", "", program.name(), why);
  }

  private void report(Program program, Machine machine, Verdict verdict) {
    total++;
    passed += verdict.failure().isEmpty() ? 1 : 0;
    String result = verdict.failure().isEmpty() ? "pass" : "FAIL";
    out.printf("%s  %-11s  %s\n", result, machine, program.name());
    verdict.failure().ifPresent(why -> out.println("      " + why));
    verdict.details().forEach(line -> out.println("        " + line));
  }

  /** Runs on a thread of its own: a program that loops calls nothing that could stop it. */
  private Verdict inTime(Program program, Machine machine) {
    FutureTask<Verdict> run = new FutureTask<>(new Run(program, machine, limit)::verdict);
    Thread thread = new Thread(null, run, "suite", 64L << 20);
    thread.setDaemon(true);
    thread.start();
    try {
      return run.get(limit.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException late) {
      thread.interrupt();
      return Verdict.failed("did not end in " + limit.toSeconds() + " s", List.of());
    } catch (ExecutionException broken) {
      return Verdict.failed("runner failed: " + broken.getCause(), List.of());
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      return Verdict.failed("interrupted", List.of());
    }
  }
}
