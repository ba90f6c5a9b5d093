package dev.cloche.wasi;

import static dev.cloche.workspace.tree.Errno.ROFS;
import static dev.cloche.workspace.tree.Errno.SUCCESS;

import dev.cloche.testkit.Listing;
import dev.cloche.workspace.Access;
import dev.cloche.workspace.Workspace;
import java.util.Set;
import org.junit.jupiter.api.Tag;

/**
 * The scenarios on a mounted directory of the host that cannot be changed. A row ends at the first
 * of its calls that would change something, which answers {@code ROFS}; everything else is as in
 * memory.
 */
@Tag("one-jdk")
class ReadMountScenariosTest extends HostScenarios {
  /** The functions that change something whenever they succeed. */
  private static final Set<String> CHANGING =
      Set.of(
          "path_create_directory",
          "path_filestat_set_times",
          "path_link",
          "path_remove_directory",
          "path_rename",
          "path_symlink",
          "path_unlink_file",
          "fd_filestat_set_times");

  /** The rows with two errors, of which the read-only mount comes first. */
  private static final Set<String> REFUSED_BEFORE =
      Set.of(
          "rmdir root",
          "rmdir dot",
          "rmdir full",
          "rmdir parent",
          "unlink dot",
          "unlink directory",
          "unlink directory with slash",
          "unlink with slash",
          "unlink link with slash",
          "rename directory over full",
          "rename file over directory",
          "rename file over directory with slash",
          "rename file over file with slash",
          "rename file to slash",
          "rename directory over file",
          "rename directory over file with slash",
          "rename directory into its own file",
          "rename directory into itself",
          "rename directory over link",
          "rename entry over its directory");

  @Override
  void place(Workspace workspace) {
    workspace.mount(host, "/", Access.READ);
  }

  @Override
  String expectedLine(Scenario row) {
    if (REFUSED_BEFORE.contains(row.name())) {
      return Scenario.answering(row.line(), ROFS);
    }
    Guest model = inMemory();
    run(row, model);
    return model.trace.stream()
        .filter(line -> changes(line, model))
        .findFirst()
        .map(line -> Scenario.answering(line, ROFS))
        .orElse(row.line());
  }

  private static boolean changes(String line, Guest after) {
    if (Scenario.answer(line) != SUCCESS) {
      return false;
    }
    String function = line.substring(0, line.indexOf('('));
    boolean opensToChange = line.contains("FD_WRITE") || line.contains("TRUNC");
    boolean creates = line.contains("CREAT") && !Listing.of(after.workspace).equals(untouched());
    return function.equals("path_open") ? opensToChange || creates : CHANGING.contains(function);
  }

  private static String untouched() {
    return Listing.of(inMemory().workspace);
  }
}
