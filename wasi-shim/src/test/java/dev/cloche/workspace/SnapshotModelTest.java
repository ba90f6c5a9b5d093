package dev.cloche.workspace;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/**
 * Random sequences of changes, snapshots and ways back: the reference for a snapshot is a copy of
 * the whole tree as text, and for the difference the comparison of two such copies.
 */
class SnapshotModelTest {
  private static final WorkspaceLimits LIMITS = new WorkspaceLimits(120, 14, 6);

  enum Operation {
    WRITE,
    APPEND,
    CUT,
    MKDIR,
    UNLINK,
    RMDIR,
    RENAME,
    LINK,
    SYMLINK,
    SNAPSHOT,
    RESTORE,
    CLOSE
  }

  record Step(Operation operation, String path, String other, int number) {}

  /** A snapshot, and what the tree was like. */
  private record Kept(Snapshot snapshot, Map<String, String> tree, long bytes, int nodes) {}

  private static Arbitrary<String> paths() {
    return Arbitraries.of("a", "bb", "c")
        .list()
        .ofMinSize(1)
        .ofMaxSize(3)
        .map(x -> String.join("/", x));
  }

  @Provide
  Arbitrary<List<Step>> steps() {
    return Combinators.combine(
            Arbitraries.of(Operation.class), paths(), paths(), Arbitraries.integers().between(0, 9))
        .as(Step::new)
        .list()
        .ofMaxSize(40);
  }

  @Property(tries = 500)
  void everySnapshot_isTheTreeAsItWas(@ForAll("steps") List<Step> steps) {
    Workspace workspace = Workspace.inMemory(LIMITS);
    List<Kept> kept = new ArrayList<>();
    for (Step step : steps) {
      apply(workspace, kept, step);
      for (Kept each : kept) {
        assertEquals(changes(each.tree(), tree(workspace)), told(workspace.diff(each.snapshot())));
      }
    }
  }

  private static void apply(Workspace workspace, List<Kept> kept, Step step) {
    TreeUser guest = new TreeUser(workspace);
    switch (step.operation()) {
      case WRITE -> guest.write(step.path(), step.number(), step.other());
      case APPEND -> guest.append(step.path(), step.other());
      case CUT -> guest.setSize(step.path(), step.number());
      case MKDIR -> guest.mkdir(step.path());
      case UNLINK -> guest.unlink(step.path());
      case RMDIR -> guest.rmdir(step.path());
      case RENAME -> guest.rename(step.path(), step.other());
      case LINK -> guest.link(step.path(), step.other());
      case SYMLINK -> guest.symlink(step.other(), step.path());
      case SNAPSHOT ->
          kept.add(
              new Kept(
                  workspace.snapshot(),
                  tree(workspace),
                  workspace.usedBytes(),
                  workspace.usedNodes()));
      case RESTORE -> {
        if (!kept.isEmpty()) {
          Kept chosen = kept.get(step.number() % kept.size());
          workspace.restore(chosen.snapshot());
          assertEquals(chosen.tree(), tree(workspace));
          assertEquals(chosen.bytes(), workspace.usedBytes());
          assertEquals(chosen.nodes(), workspace.usedNodes());
        }
      }
      case CLOSE -> {
        if (!kept.isEmpty()) {
          kept.remove(step.number() % kept.size()).snapshot().close();
        }
      }
    }
  }

  private static Map<String, String> tree(Workspace workspace) {
    Map<String, String> tree = new TreeMap<>();
    add(workspace, new TreeUser(workspace), "", tree);
    return tree;
  }

  private static void add(
      Workspace workspace, TreeUser guest, String path, Map<String, String> tree) {
    for (String name : workspace.list(path.isEmpty() ? "/" : path)) {
      String each = path + "/" + name;
      String relative = each.substring(1);
      try {
        switch (guest.stat(relative).kind()) {
          case DIRECTORY -> {
            tree.put(each, "d");
            add(workspace, guest, each, tree);
          }
          case SYMBOLIC_LINK -> tree.put(each, "l" + guest.readLink(relative));
          case REGULAR_FILE ->
              tree.put(each, "f" + new String(workspace.readFile(each), StandardCharsets.UTF_8));
        }
      } catch (dev.cloche.workspace.tree.Fault unexpected) {
        throw new AssertionError(unexpected);
      }
    }
  }

  private static List<String> changes(Map<String, String> before, Map<String, String> now) {
    List<String> changes = new ArrayList<>();
    now.forEach(
        (path, what) -> {
          String old = before.get(path);
          if (old == null || old.charAt(0) != what.charAt(0)) {
            changes.add("+" + path);
          } else if (!old.equals(what)) {
            changes.add("*" + path);
          }
        });
    before.forEach(
        (path, what) -> {
          String now0 = now.get(path);
          if (now0 == null || now0.charAt(0) != what.charAt(0)) {
            changes.add("-" + path);
          }
        });
    return changes.stream().sorted().toList();
  }

  private static List<String> told(WorkspaceDiff diff) {
    List<String> told = new ArrayList<>();
    diff.added().forEach(each -> told.add("+" + each.path()));
    diff.changed().forEach(each -> told.add("*" + each.path()));
    diff.removed().forEach(each -> told.add("-" + each.path()));
    return told.stream().sorted().toList();
  }
}
