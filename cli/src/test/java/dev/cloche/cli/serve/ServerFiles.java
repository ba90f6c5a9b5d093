package dev.cloche.cli.serve;

import dev.cloche.Tool;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The tools of the tests as files, and the command that serves them from a process of its own. */
final class ServerFiles {

  private ServerFiles() {}

  /** Returns program and arguments. */
  static List<String> command(Path directory) throws IOException {
    Path arguments = directory.resolve("java-arguments");
    String path = System.getProperty("java.class.path").replace("\\", "\\\\");
    Files.writeString(arguments, "-XX:TieredStopAtLevel=1\n-cp\n\"" + path + "\"\n");
    List<String> command =
        new ArrayList<>(
            List.of(
                ProcessHandle.current().info().command().orElse("java"),
                "@" + arguments,
                "dev.cloche.cli.Main",
                "serve",
                "--stdio"));
    for (Tool tool : List.of(TestTools.ECHO, TestTools.COUNT, TestTools.SPIN, TestTools.NOTE)) {
      Path file = directory.resolve(tool.name() + ".wasm");
      Files.write(file, tool.bytes());
      Files.writeString(
          directory.resolve(tool.name() + ".wasm.json"), manifest(tool), StandardCharsets.UTF_8);
      command.add("--tool");
      command.add(file.toString());
    }
    return command;
  }

  private static String manifest(Tool tool) {
    String more =
        switch (tool.name()) {
          case "echo" -> "\"input\": {\"type\": \"object\"}, \"output\": {\"type\": \"object\"}";
          case "note" -> "\"capabilities\": {\"workspace\": \"write\"}";
          default -> "";
        };
    return TestTools.manifest(tool.name(), more);
  }
}
