package dev.cloche.cli.serve;

import dev.cloche.Engine;
import dev.cloche.Execution;
import dev.cloche.Limits;
import dev.cloche.Policy;
import dev.cloche.Tool;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/** A server over an engine that all tests share. */
final class TestServer {

  /** Interpreted, which such small guests are done in before a compiler has started. */
  private static final Engine ENGINE = Engine.builder().execution(Execution.INTERPRETED).build();

  static final ServeLimits LIMITS =
      new ServeLimits(256, 64, 4, Duration.ofMinutes(5), Duration.ZERO);

  private TestServer() {}

  static McpServer open() {
    return open(LIMITS, Optional.empty());
  }

  static McpServer open(ServeLimits limits, Optional<Path> folder) {
    Policy policy =
        Policy.strict().toBuilder()
            .limits(Limits.builder().fuel(1L << 40).wall(Duration.ofMinutes(2)).build())
            .build();
    return open(policy, TestTools.all(), limits, folder);
  }

  static McpServer open(
      Policy policy, List<Tool> tools, ServeLimits limits, Optional<Path> folder) {
    try {
      return McpServer.open(
          ENGINE,
          new ServeSettings(
              "1",
              policy,
              Optional.empty(),
              tools,
              new TreeMap<>(),
              true,
              folder,
              TestServer::read,
              outcome -> "{\"outcome\":\"" + outcome.id() + "\"}",
              line -> {},
              limits));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A module with a manifest beside it. */
  private static Tool read(Path file) {
    try {
      Path manifest = file.resolveSibling(file.getFileName() + ".json");
      return Files.exists(manifest)
          ? Tool.of("x", Files.readAllBytes(file), Files.readAllBytes(manifest))
          : Tool.read(file);
    } catch (IOException gone) {
      throw new IllegalArgumentException("gone", gone);
    }
  }

  static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
