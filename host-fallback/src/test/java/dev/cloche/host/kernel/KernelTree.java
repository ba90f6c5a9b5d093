package dev.cloche.host.kernel;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cloche.host.NativeBackend;
import dev.cloche.host.NativeCommand;
import dev.cloche.host.NativeEnding;
import dev.cloche.host.NativeLimits;
import dev.cloche.host.NativeOptions;
import dev.cloche.host.NativeResult;
import dev.cloche.host.NativeSession;
import dev.cloche.workspace.Workspace;
import dev.cloche.workspace.WorkspaceLimits;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;

/** The kernel's trees: steps are done by a C program in a sandbox, which is compiled there. */
final class KernelTree implements AutoCloseable {

  private static final NativeLimits LIMITS =
      NativeLimits.defaults().withWall(Duration.ofMinutes(5)).withOutputBytes(64 << 20);

  private final NativeBackend backend = NativeBackend.create(NativeOptions.defaults());
  private final Workspace workspace = Workspace.inMemory(WorkspaceLimits.defaults());
  private final NativeSession session;

  /** Compiles the program; a machine without a sandbox fails the test, and says what to install. */
  KernelTree() throws IOException {
    assertTrue(backend.probe().isUsable(), () -> "no sandbox here:\n" + backend.probe().text());
    session = backend.openSession(workspace);
    try (InputStream source = KernelTree.class.getResourceAsStream("steps.c")) {
      workspace.writeFile("/steps.c", Objects.requireNonNull(source, "steps.c").readAllBytes());
    }
    String ignored = run("gcc -Wall -Werror -O1 -o steps steps.c");
  }

  /** Does each sequence in a directory of its own; returns what each printed, and its tree. */
  List<String> run(List<List<Step>> sequences) {
    String input =
        sequences.stream()
            .map(
                steps ->
                    steps.stream().map(step -> step.line() + "\n").collect(Collectors.joining()))
            .collect(Collectors.joining("=\n", "", "=\n"));
    workspace.writeFile("/in", input.getBytes(UTF_8));
    String printed = run("./steps < in");
    List<String> all = List.of(printed.split("(?m)^=\n", -1));
    assertEquals(sequences.size() + 1, all.size(), printed);
    return all.subList(0, sequences.size());
  }

  private String run(String script) {
    NativeResult result = session.run(NativeCommand.of("bash", "-c", script), LIMITS);
    assertEquals(new NativeEnding.Exited(0), result.ending(), () -> result.stderr().text());
    return result.stdout().text();
  }

  @Override
  public void close() {
    session.close();
    backend.close();
    workspace.close();
  }
}
