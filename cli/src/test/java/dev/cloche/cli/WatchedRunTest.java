package dev.cloche.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A tool that runs again when its file changes; no test waits for a time to pass. */
@Timeout(60)
class WatchedRunTest {

  @TempDir Path directory;

  private final Interruption interruption = new Interruption();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private final LinkedBlockingQueue<Integer> runs = new LinkedBlockingQueue<>();
  private int count;

  private Host host() {
    Streams streams =
        new Streams(
            new ByteArrayInputStream(new byte[0]), OutputStream.nullOutputStream(), err, false);
    return new Host(streams, FakeEngine.untouched(), List::of, interruption);
  }

  private int once() {
    runs.add(++count);
    if (count == 2) {
      throw new UsageException("half a build");
    }
    return 0;
  }

  @Test
  void run_again_whenTheFileIsReplaced_andAfterAFailure_untilTheEnd() throws Exception {
    Path tool = Files.writeString(directory.resolve("tool.js"), "1");
    CompletableFuture<Integer> status = CompletableFuture.supplyAsync(() -> watch(tool));
    assertEquals(1, runs.take());

    Files.writeString(directory.resolve("other.js"), "2");
    Files.move(directory.resolve("other.js"), tool, StandardCopyOption.REPLACE_EXISTING);
    assertEquals(2, runs.take());
    Files.writeString(directory.resolve("tool.js.json"), "{}");
    assertEquals(3, runs.take());

    interruption.request();
    Files.writeString(tool, "3");
    assertEquals(ExitStatus.CANCELLED, status.get());
    assertTrue(err.toString(StandardCharsets.UTF_8).contains("half a build"));
  }

  private int watch(Path tool) {
    try {
      return new WatchedRun(host()).run(tool.toString(), this::once);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void aSignalWhileItWaits_endsIt() throws Exception {
    Path tool = Files.writeString(directory.resolve("tool.js"), "1");
    CompletableFuture<Integer> status = CompletableFuture.supplyAsync(() -> watch(tool));
    assertEquals(1, runs.take());
    interruption.request();
    Files.writeString(tool, "2");

    assertEquals(ExitStatus.CANCELLED, status.get());
  }
}
