package dev.cloche.bench.peer;

import io.roastedroot.quickjs4j.core.Engine;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Function;
import java.util.function.IntUnaryOperator;

/** The script of the QuickJS kernel in a fresh quickjs4j engine for each call. */
public final class QuickJs4jPeer implements Function<Path, IntUnaryOperator> {

  /** Made by name. */
  public QuickJs4jPeer() {}

  @Override
  public IntUnaryOperator apply(Path script) {
    String source = read(script);
    return n -> (int) Long.parseLong(run(source + "\nconsole.log(work(" + n + "));\n").strip());
  }

  private static String read(Path script) {
    try {
      return Files.readString(script);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What the script prints. */
  private static String run(String source) {
    try (Engine engine = Engine.builder().build()) {
      int code = engine.compile(source);
      engine.exec(code);
      engine.free(code);
      return engine.stdout();
    }
  }
}
