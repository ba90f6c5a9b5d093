package dev.cloche.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The library {@code @anthropic-ai/sandbox-runtime} in a process of Node.js, which measures itself.
 */
final class SrtLaunch implements Launch {

  private final Process process;
  private final BufferedReader times;
  private final OutputStream commands;

  private SrtLaunch(Process process) {
    this.process = process;
    this.times = process.inputReader(StandardCharsets.UTF_8);
    this.commands = process.getOutputStream();
  }

  /**
   * Starts it.
   *
   * @throws MissingException if it is not here, or does not run here
   */
  static SrtLaunch open() throws MissingException, IOException {
    Path library =
        BuildFiles.target()
            .resolve("srt/node_modules/@anthropic-ai/sandbox-runtime/dist/index.js")
            .toAbsolutePath();
    if (!Files.exists(library)) {
      throw new MissingException("it is not installed; see bench/launch-peers.sh");
    }
    Path script = BuildFiles.module().resolve("src/main/native/srt.mjs").toAbsolutePath();
    SrtLaunch launch =
        new SrtLaunch(
            new ProcessBuilder(
                    Programs.find("node"),
                    script.toString(),
                    library.toString(),
                    PROGRAM,
                    "" + BYTE)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start());
    String first = launch.times.readLine();
    if (first == null) {
      launch.close();
      throw new MissingException("it does not run here");
    }
    return launch;
  }

  @Override
  public Times run() throws IOException {
    commands.write("go\n".getBytes(StandardCharsets.UTF_8));
    commands.flush();
    String line = times.readLine();
    if (line == null) {
      throw new IOException("sandbox-runtime ended");
    }
    String[] both = line.split(" ", -1);
    return new Times(Double.parseDouble(both[0]), Double.parseDouble(both[1]));
  }

  @Override
  public void close() {
    try {
      commands.close();
    } catch (IOException ended) {
      process.destroyForcibly();
      return;
    }
    process.onExit().join();
  }
}
