package dev.cloche.tools;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.cloche.Call;
import dev.cloche.Engine;
import dev.cloche.Limits;
import dev.cloche.Outcome;
import dev.cloche.Session;
import dev.cloche.Tool;
import dev.cloche.workspace.NodeKind;
import dev.cloche.workspace.Workspace;
import java.util.Arrays;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/** A workspace with files, and the text tools over it. */
final class TextSession implements AutoCloseable {

  private static final Engine ENGINE = Engine.create();
  private static final Map<String, Tool> TOOLS = new ConcurrentHashMap<>();

  private final Session session;

  TextSession() {
    this(Limits.defaults());
  }

  TextSession(Limits limits) {
    session = ENGINE.openSession(limits);
  }

  private static Tool tool(String name) {
    BundledTool tool = BundledTools.find(name).orElseThrow();
    assumeTrue(tool.isBuilt(), BundledTools.HOW_TO_BUILD);
    return TOOLS.computeIfAbsent(name, key -> tool.tool());
  }

  Workspace workspace() {
    return session.workspace();
  }

  void write(String path, String text) {
    workspace().writeFile(path, text.getBytes(UTF_8));
  }

  String read(String path) {
    return new String(workspace().readFile(path), UTF_8);
  }

  Outcome call(String tool, byte[] stdin, String... arguments) {
    return session.call(tool(tool), Call.builder().arguments(arguments).stdin(stdin).build());
  }

  Outcome.Completed run(String tool, String... arguments) {
    return feed(tool, new byte[0], arguments);
  }

  Outcome.Completed feed(String tool, byte[] stdin, String... arguments) {
    Outcome outcome = call(tool, stdin, arguments);
    return assertInstanceOf(
        Outcome.Completed.class, outcome, () -> Arrays.toString(arguments) + outcome.message());
  }

  String output(String tool, String... arguments) {
    return run(tool, arguments).stdout().text();
  }

  int status(String tool, String... arguments) {
    return run(tool, arguments).exitStatus();
  }

  /** Everything below a directory: the paths with the content of files and the targets of links. */
  SortedMap<String, String> tree(String directory) {
    SortedMap<String, String> all = new TreeMap<>();
    collect(directory, "", all);
    return all;
  }

  private void collect(String directory, String below, SortedMap<String, String> all) {
    for (String name : workspace().list(directory)) {
      String path = directory.equals("/") ? "/" + name : directory + "/" + name;
      NodeKind kind = workspace().kind(path);
      if (kind == NodeKind.DIRECTORY) {
        all.put(below + name + "/", "");
        collect(path, below + name + "/", all);
      } else {
        all.put(
            below + name, kind == NodeKind.FILE ? read(path) : "-> " + workspace().readLink(path));
      }
    }
  }

  @Override
  public void close() {
    session.close();
  }
}
