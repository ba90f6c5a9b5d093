package dev.cloche.cli;

import dev.cloche.Call;
import dev.cloche.Engine;
import dev.cloche.Outcome;
import dev.cloche.Session;
import dev.cloche.Tool;
import java.io.IOException;
import java.nio.file.Path;

/** The README's Java, compiled. */
final class ReadmeExample {

  private ReadmeExample() {}

  static void run(Path module) throws IOException {
    try (Engine engine = Engine.create();
        Session session = engine.openSession()) {
      Outcome outcome = session.call(Tool.read(module), Call.of("--version"));
      System.out.println(outcome.message() + ": " + outcome.stdout().text());
    }
  }
}
