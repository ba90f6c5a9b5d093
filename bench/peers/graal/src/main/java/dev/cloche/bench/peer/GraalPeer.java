package dev.cloche.bench.peer;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.function.Function;
import java.util.function.IntUnaryOperator;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.Source;
import org.graalvm.polyglot.Value;

/** A kernel in GraalWasm, on a JVM without the Graal compiler: interpreted. */
public final class GraalPeer implements Function<Path, IntUnaryOperator> {

  /** Made by name. */
  public GraalPeer() {}

  @Override
  public IntUnaryOperator apply(Path module) {
    Value run = load(module).getMember("run");
    return n -> run.execute(n).asInt();
  }

  private static Value load(Path module) {
    // Lives as long as the process.
    Context context =
        Context.newBuilder("wasm").option("engine.WarnInterpreterOnly", "false").build();
    try {
      Value ignored =
          context.eval(Source.newBuilder("wasm", module.toFile()).name("kernel").build());
      return context.getBindings("wasm").getMember("kernel");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
