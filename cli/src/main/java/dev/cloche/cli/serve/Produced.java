package dev.cloche.cli.serve;

import dev.cloche.workspace.NodeKind;
import dev.cloche.workspace.Snapshot;
import dev.cloche.workspace.Workspace;
import dev.cloche.workspace.WorkspaceDiff;
import dev.cloche.workspace.WorkspaceException;
import io.modelcontextprotocol.spec.McpSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The files that a call made or changed: images as such, everything else as a link that {@code
 * resources/read} follows. Calls of a session that overlap are told of each other's files as well:
 * they share the workspace.
 */
final class Produced implements AutoCloseable {

  private static final int MAX_FILES = 32;

  /** 1 MiB of images in one answer. */
  private static final int MAX_IMAGE_BYTES = 1 << 20;

  private final Workspace workspace;
  private final Snapshot before;
  private int imageBytes = MAX_IMAGE_BYTES;

  /** Remembers what there is now. */
  Produced(Workspace workspace) {
    this.workspace = workspace;
    this.before = workspace.snapshot();
  }

  /** Returns what there is beyond that. */
  List<McpSchema.Content> contents() {
    List<McpSchema.Content> contents = new ArrayList<>();
    WorkspaceDiff diff = workspace.diff(before);
    List<WorkspaceDiff.Entry> files =
        Stream.concat(diff.added().stream(), diff.changed().stream())
            .filter(entry -> entry.kind() == NodeKind.FILE)
            .toList();
    for (WorkspaceDiff.Entry file : files.subList(0, Math.min(MAX_FILES, files.size()))) {
      contents.add(image(file).orElseGet(() -> link(file)));
    }
    if (files.size() > MAX_FILES) {
      contents.add(
          Contents.text(
              "and " + (files.size() - MAX_FILES) + " more files; resources/list has them"));
    }
    return contents;
  }

  private Optional<McpSchema.Content> image(WorkspaceDiff.Entry file) {
    String type = Media.ofName(file.path());
    if (!type.startsWith("image/") || file.sizeAfter().orElse(Long.MAX_VALUE) > imageBytes) {
      return Optional.empty();
    }
    try {
      byte[] bytes = workspace.readFile(file.path(), imageBytes);
      Optional<String> shown = Media.image(bytes);
      shown.ifPresent(unused -> imageBytes -= bytes.length);
      return shown.map(mime -> Contents.image(bytes, mime));
    } catch (WorkspaceException goneAgain) {
      return Optional.empty();
    }
  }

  private static McpSchema.Content link(WorkspaceDiff.Entry file) {
    McpSchema.ResourceLink.Builder link =
        McpSchema.ResourceLink.builder()
            .uri(WorkspaceUri.of(file.path()))
            .name(ToolText.visible(file.path()))
            .mimeType(Media.ofName(file.path()));
    file.sizeAfter().ifPresent(link::size);
    return link.build();
  }

  @Override
  public void close() {
    before.close();
  }
}
