package dev.cloche.cli.serve;

import dev.cloche.Policy;
import dev.cloche.Tool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Offers the tools of a folder, and follows its changes. A file is offered when it was read whole,
 * its manifest accepted and its module checked and compiled; until then, and when any of that
 * fails, it is not, and the reason is told. Folders in it are not looked into.
 */
final class ToolFolder implements AutoCloseable {

  /** 1,000 files. */
  private static final int MAX_FILES = 1_000;

  /** A change is looked at when this time has brought no other: files come in pieces. */
  private static final long QUIET_MILLIS = 200;

  private final McpServer server;
  private final Path folder;
  private final WatchService watcher;
  private final Thread thread;
  private final Map<String, String> checked = new HashMap<>();

  private ToolFolder(McpServer server, Path folder) throws IOException {
    this.server = server;
    this.folder = folder;
    this.watcher = folder.getFileSystem().newWatchService();
    WatchKey unused =
        folder.register(
            watcher,
            StandardWatchEventKinds.ENTRY_CREATE,
            StandardWatchEventKinds.ENTRY_MODIFY,
            StandardWatchEventKinds.ENTRY_DELETE);
    this.thread = McpServer.daemons("cloche-mcp-folder").newThread(this::follow);
  }

  /** Loads what is there, and begins to watch. */
  static ToolFolder open(McpServer server, Path folder) throws IOException {
    ToolFolder watched = new ToolFolder(server, folder);
    watched.load();
    watched.thread.start();
    return watched;
  }

  private void follow() {
    try {
      while (true) {
        WatchKey key = watcher.take();
        while (key != null) {
          key.pollEvents();
          boolean unused = key.reset();
          key = watcher.poll(QUIET_MILLIS, TimeUnit.MILLISECONDS);
        }
        load();
      }
    } catch (InterruptedException | java.nio.file.ClosedWatchServiceException over) {
      Thread.currentThread().interrupt();
    }
  }

  private void load() {
    List<Shelf.Found> found = new ArrayList<>();
    List<String> problems = new ArrayList<>();
    Set<String> digests = new HashSet<>();
    for (Path file : files(problems)) {
      String name = ToolText.visible(String.valueOf(file.getFileName()));
      try {
        found.add(new Shelf.Found(name, offer(file, digests)));
      } catch (RuntimeException unusable) {
        problems.add(name + ": not offered: " + ToolText.visible(reason(unusable)));
      }
    }
    boolean unused = checked.keySet().retainAll(digests);
    server.shelf().replaceFolder(found, problems);
  }

  private static String reason(RuntimeException unusable) {
    String message = unusable.getMessage();
    return message == null ? "it cannot be read" : message.replace('\n', ' ');
  }

  /** What could be a tool: a file that is visible and no sidecar. */
  private List<Path> files(List<String> problems) {
    try (Stream<Path> all = Files.list(folder)) {
      List<Path> files = all.filter(ToolFolder::isCandidate).sorted().limit(MAX_FILES + 1).toList();
      if (files.size() > MAX_FILES) {
        problems.add("the folder has more than " + MAX_FILES + " files; the rest is not offered");
        return files.subList(0, MAX_FILES);
      }
      return files;
    } catch (IOException | java.io.UncheckedIOException gone) {
      problems.add("the folder cannot be read; nothing of it is offered");
      return List.of();
    }
  }

  private static boolean isCandidate(Path file) {
    String name = String.valueOf(file.getFileName());
    return !name.startsWith(".")
        && !name.endsWith(".json")
        && Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS);
  }

  private Offer offer(Path file, Set<String> digests) {
    Tool tool = server.settings().reader().apply(file);
    Policy policy = server.settings().policy();
    Offer offer = new ModuleOffer(tool, policy);
    if (!McpServer.permits(policy, tool)) {
      throw new IllegalArgumentException("the policy does not list it");
    }
    String digest = tool.digest();
    boolean unusedToo = digests.add(digest);
    String problem =
        checked.computeIfAbsent(digest, unused -> server.engine().prepare(tool).orElse(""));
    if (!problem.isEmpty()) {
      throw new IllegalArgumentException(problem);
    }
    return offer;
  }

  @Override
  public void close() {
    thread.interrupt();
    try {
      watcher.close();
    } catch (IOException nothingToDo) {
      server.settings().diagnostics().accept("the folder's watch did not end cleanly");
    }
  }
}
