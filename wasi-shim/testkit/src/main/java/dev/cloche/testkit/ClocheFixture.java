package dev.cloche.testkit;

import dev.cloche.Engine;
import dev.cloche.Policy;
import dev.cloche.Session;
import dev.cloche.Tool;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.Constructor;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** What one test of {@link ClocheTest} has; made as it is asked for. */
final class ClocheFixture {
  private final ClocheTest settings;
  private final Class<?> testClass;
  private final Leaks leaks = Leaks.before();
  private final Canary canary = Canary.random();
  private @Nullable Engine engine;
  private @Nullable Session session;

  ClocheFixture(ClocheTest settings, Class<?> testClass) {
    this.settings = settings;
    this.testClass = testClass;
  }

  Canary canary() {
    return canary;
  }

  Engine engine() {
    if (engine == null) {
      try {
        Constructor<? extends EngineSource> made = settings.engine().getDeclaredConstructor();
        made.setAccessible(true);
        engine = made.newInstance().builder().build();
      } catch (ReflectiveOperationException e) {
        throw new IllegalArgumentException(
            "engine " + settings.engine().getName() + " has no constructor of no parameters", e);
      }
    }
    return engine;
  }

  Session session() {
    if (session == null) {
      session = engine().openSession(policy());
    }
    return session;
  }

  Policy policy() {
    String policy = settings.policy().strip();
    if (policy.isEmpty()) {
      return Policy.strict();
    }
    boolean isDocument = policy.startsWith("{") || policy.contains("\n") || policy.contains(": ");
    String document = isDocument ? policy : new String(read(policy), StandardCharsets.UTF_8);
    return Policy.parse(document, Path.of(""));
  }

  Tool tool() {
    String name = settings.tool();
    if (name.isEmpty()) {
      throw new IllegalArgumentException("a test with a parameter of type Tool names none");
    }
    return Tool.of(name.replaceFirst(".*/", "").replaceFirst("\\.wasm$", ""), read(name));
  }

  private byte[] read(String name) {
    try (InputStream resource = testClass.getResourceAsStream(name)) {
      return resource == null ? Files.readAllBytes(Path.of(name)) : resource.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException("\"" + name + "\" is neither a resource nor a file", e);
    }
  }

  /** Looks at the session, closes all, and looks at what is left. */
  void end() {
    try {
      if (session != null) {
        Oracles.assertUsable(session);
      }
    } finally {
      if (session != null) {
        session.close();
      }
      if (engine != null) {
        engine.close();
      }
    }
    leaks.assertNone();
  }
}
