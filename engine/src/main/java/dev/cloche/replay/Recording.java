package dev.cloche.replay;

import dev.cloche.Engine;
import dev.cloche.Limits;
import dev.cloche.Outcome;
import dev.cloche.PluginFunction;
import dev.cloche.Tool;
import dev.cloche.replay.Sheet.FunctionPart;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * One call, as a {@link Recorder} took it down. To replay it is to run the same module with the
 * same input, and with the recording in place of clock, random numbers, network, host files and the
 * embedder's functions:
 *
 * <pre>{@code
 * Verdict verdict = Recording.read(Path.of("call.json")).replay(engine, tool);
 * assertTrue(verdict.isSame(), verdict::message);
 * }</pre>
 *
 * <p>A recording is not trusted: what it says reaches nothing but the guest. Immutable and
 * thread-safe.
 */
public final class Recording {

  private final byte[] bytes;
  private final Sheet sheet;
  private final Outcome outcome;

  private Recording(byte[] bytes, Sheet sheet) {
    this.bytes = bytes;
    this.sheet = sheet;
    this.outcome = Endings.outcome(sheet.end());
    SheetCheck.run(sheet);
  }

  /**
   * Reads a recording of at most {@link Recorder#MAX_BYTES}.
   *
   * @throws RecordingException if it is none, or damaged
   * @throws IOException if the file cannot be read
   */
  public static Recording read(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      return parse(in.readNBytes(Recorder.MAX_BYTES + 1));
    }
  }

  /**
   * Reads a recording from bytes.
   *
   * @throws RecordingException if it is none, or damaged
   */
  public static Recording parse(byte[] bytes) {
    byte[] own = bytes.clone();
    return new Recording(own, SheetText.read(own));
  }

  static Recording of(Sheet sheet) {
    return new Recording(SheetText.write(sheet), sheet);
  }

  Sheet sheet() {
    return sheet;
  }

  /** Returns a copy of the recording as a file holds it. */
  public byte[] bytes() {
    return bytes.clone();
  }

  /** Returns the name of the tool that was called: it is what a stranger wrote. */
  public String tool() {
    return sheet.tool().name();
  }

  /**
   * Returns the SHA-256 of the module that ran, and its files: {@link Tool#digest} of the tool to
   * bring for a replay. Of a script that is its interpreter.
   */
  public String moduleDigest() {
    return sheet.tool().runnerSha256();
  }

  /** Returns how the call ended; its wall time and the frames of a trap are not recorded. */
  public Outcome outcome() {
    return outcome;
  }

  /** Returns the limits of the call. */
  public Limits limits() {
    Sheet.LimitsPart limits = sheet.limits();
    return new Limits(
        limits.fuel(),
        Duration.ofMillis(limits.wallMillis()),
        limits.memoryBytes(),
        limits.outputBytes());
  }

  /**
   * Returns functions with the names and types of those that the embedder gave to the plugin: for
   * an engine that has not the real ones. A replay calls none of them.
   */
  public List<PluginFunction> functions() {
    return sheet.functions().stream().map(Recording::function).toList();
  }

  static PluginFunction function(FunctionPart part) {
    return new PluginFunction(
        part.namespace(),
        part.name(),
        types(part.parameters()),
        types(part.results()),
        call -> {
          throw new IllegalStateException("the function is of a recording");
        });
  }

  private static List<PluginFunction.Type> types(List<String> names) {
    return names.stream().map(PluginFunction.Type::valueOf).toList();
  }

  /**
   * Replays the call with {@link Replayer#of}.
   *
   * @param tool its module, or a script or plugin with that module
   * @throws RecordingException if it is another module, or the recording asks for more than the
   *     defaults allow
   */
  public Verdict replay(Engine engine, Tool tool) {
    return Replayer.of(engine).replay(this, tool);
  }
}
