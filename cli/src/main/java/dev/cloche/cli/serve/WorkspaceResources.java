package dev.cloche.cli.serve;

import dev.cloche.workspace.NodeKind;
import dev.cloche.workspace.Workspace;
import dev.cloche.workspace.WorkspaceException;
import io.modelcontextprotocol.spec.McpError;
import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpSchema.ListResourcesResult;
import io.modelcontextprotocol.spec.McpSchema.ReadResourceResult;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The files of a session's workspace as resources. Links are neither listed nor followed. */
final class WorkspaceResources {

  /** 1 MiB of a file; what is larger is for a tool to read in parts. */
  static final int MAX_READ = 1 << 20;

  /** 2,000 names looked at for a list: what a mount holds is not walked without end. */
  private static final int MAX_VISITED = 2_000;

  private static final int PAGE = 200;

  private final Workspace workspace;

  WorkspaceResources(Workspace workspace) {
    this.workspace = workspace;
  }

  /**
   * Returns a page of the list.
   *
   * @param cursor the last path of the page before
   */
  ListResourcesResult list(Optional<String> cursor) {
    List<String> files =
        paths().stream()
            .filter(path -> cursor.isEmpty() || path.compareTo(cursor.get()) > 0)
            .toList();
    List<String> page = files.subList(0, Math.min(PAGE, files.size()));
    return ListResourcesResult.builder(page.stream().map(WorkspaceResources::resource).toList())
        .nextCursor(files.size() > PAGE ? page.get(PAGE - 1) : null)
        .build();
  }

  /** Level by level, so that where a tree is cut, it is the deep part. */
  private SortedSet<String> paths() {
    SortedSet<String> files = new TreeSet<>();
    Deque<String> directories = new ArrayDeque<>(List.of(""));
    int visited = 0;
    while (!directories.isEmpty() && visited < MAX_VISITED) {
      String directory = directories.remove();
      for (String name : names(directory)) {
        String path = directory + "/" + name;
        NodeKind kind = ++visited > MAX_VISITED ? null : kind(path);
        if (kind == NodeKind.FILE) {
          files.add(path);
        } else if (kind == NodeKind.DIRECTORY) {
          directories.add(path);
        }
      }
    }
    return files;
  }

  private List<String> names(String directory) {
    try {
      return workspace.list(directory.isEmpty() ? "/" : directory);
    } catch (WorkspaceException goneOrTooLarge) {
      return new ArrayList<>();
    }
  }

  private @Nullable NodeKind kind(String path) {
    try {
      return workspace.kind(path);
    } catch (WorkspaceException goneMeanwhile) {
      return null;
    }
  }

  private static McpSchema.Resource resource(String path) {
    return McpSchema.Resource.builder(WorkspaceUri.of(path), ToolText.visible(path))
        .mimeType(Media.ofName(path))
        .build();
  }

  /**
   * Returns what is in a file.
   *
   * @throws McpError if there is none, or it is too large
   */
  ReadResourceResult read(String uri) {
    String path = WorkspaceUri.path(uri).orElseThrow(() -> notFound(uri));
    byte[] bytes;
    try {
      if (workspace.kind(path) != NodeKind.FILE) {
        throw notFound(uri);
      }
      bytes = workspace.readFile(path, MAX_READ);
    } catch (WorkspaceException gone) {
      throw isThere(path)
          ? CallRequest.invalid("the file is larger than 1Mi; have a tool read it in parts")
          : notFound(uri);
    }
    return ReadResourceResult.builder(List.of(contents(uri, path, bytes))).build();
  }

  private boolean isThere(String path) {
    return kind(path) == NodeKind.FILE;
  }

  private static McpSchema.ResourceContents contents(String uri, String path, byte[] bytes) {
    String type = Media.ofName(path);
    Optional<String> text = dev.cloche.Captured.of(bytes).utf8();
    if (text.isPresent() && ToolText.withoutControls(text.get()).equals(text.get())) {
      return Contents.text(uri, type.equals(Media.BYTES) ? Media.TEXT : type, text.get());
    }
    return Contents.blob(uri, type, bytes);
  }

  private static McpError notFound(String uri) {
    return McpError.RESOURCE_NOT_FOUND.apply(ToolText.cut(ToolText.visible(uri), 200, "..."));
  }
}
