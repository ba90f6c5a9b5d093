package dev.cloche.cli;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** One run of the command in this process, and what came of it. */
record Invocation(int status, String out, String err) {

  /** Runs with an engine, without bundled tools and with nothing on standard input. */
  static Invocation of(EngineFactory engines, String... arguments) {
    return of(engines, List::of, "", arguments);
  }

  static Invocation of(
      EngineFactory engines, Catalogue catalogue, String stdin, String... arguments) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    return withStdout(engines, catalogue, stdin, out, arguments).withOut(utf8(out));
  }

  /** Runs with a standard output of the test's own. */
  static Invocation withStdout(
      EngineFactory engines,
      Catalogue catalogue,
      String stdin,
      OutputStream out,
      String... arguments) {
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    ByteArrayInputStream in = new ByteArrayInputStream(stdin.getBytes(StandardCharsets.UTF_8));
    Streams streams = new Streams(in, out, err, false);
    int status = Main.execute(new Host(streams, engines, catalogue, new Interruption()), arguments);
    return new Invocation(status, "", utf8(err));
  }

  private Invocation withOut(String text) {
    return new Invocation(status, text, err);
  }

  private static String utf8(ByteArrayOutputStream bytes) {
    return bytes.toString(StandardCharsets.UTF_8);
  }
}
