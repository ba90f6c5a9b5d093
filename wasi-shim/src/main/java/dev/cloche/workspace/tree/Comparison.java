package dev.cloche.workspace.tree;

import dev.cloche.workspace.tree.History.Past;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Lists the paths in which a tree differs from what it was at a mark.
 *
 * <p>Both trees are walked at once, but only along names that lead to something that changed: a
 * name that changed, and the names above it, then and now. Nothing is read from the host.
 */
final class Comparison {
  private final Past past;
  private final Directory root;
  private final Map<Node, List<Entry>> placesThen = new HashMap<>();
  private final Map<Directory, Set<String>> leads = new HashMap<>();
  private final List<Difference> found = new ArrayList<>();

  Comparison(Past past, Directory root) {
    this.past = past;
    this.root = root;
  }

  List<Difference> run() {
    if (past.images().isEmpty() && past.entries().isEmpty()) {
      return List.of();
    }
    past.entries()
        .forEach(
            (directory, names) ->
                names.values().forEach(then -> then.ifPresent(this::addPlaceThen)));
    past.entries()
        .forEach((directory, names) -> names.keySet().forEach(name -> lead(directory, name)));
    past.images().keySet().forEach(this::leadTo);
    compareEntries(root, root, "");
    return List.copyOf(found);
  }

  private void addPlaceThen(Entry entry) {
    placesThen.computeIfAbsent(entry.node(), each -> new ArrayList<>()).add(entry);
  }

  private void leadTo(Node node) {
    node.names().forEach(entry -> lead(entry.directory(), entry.name()));
    placesThen
        .getOrDefault(node, List.of())
        .forEach(entry -> lead(entry.directory(), entry.name()));
  }

  private void lead(Directory directory, String name) {
    if (leads.computeIfAbsent(directory, each -> new TreeSet<>()).add(name)) {
      leadTo(directory);
    }
  }

  private @Nullable Node then(Directory directory, String name) {
    Optional<Entry> changed = past.entries().getOrDefault(directory, Map.of()).get(name);
    if (changed != null) {
      return changed.map(Entry::node).orElse(null);
    }
    return past.had(directory) ? directory.loadedNode(name) : null;
  }

  private void compareEntries(Directory before, Directory now, String prefix) {
    Set<String> names = new TreeSet<>(leads.getOrDefault(before, Set.of()));
    if (before != now) {
      names.addAll(namesThen(before));
      now.loadedEntries().forEach(entry -> names.add(entry.name()));
    }
    for (String name : names) {
      compare(then(before, name), now.loadedNode(name), prefix + name);
    }
  }

  private Set<String> namesThen(Directory directory) {
    Set<String> names = new TreeSet<>();
    directory.loadedEntries().forEach(entry -> names.add(entry.name()));
    names.addAll(past.entries().getOrDefault(directory, Map.of()).keySet());
    return names;
  }

  private void compare(@Nullable Node before, @Nullable Node now, String path) {
    if (before instanceof Directory first && now instanceof Directory second) {
      compareEntries(first, second, path + "/");
    } else if (before != null && now != null && before.kind() == now.kind()) {
      if (differs(before, now)) {
        found.add(new Difference(path, now.kind(), sizeThen(before), now.size()));
      }
    } else {
      removed(before, path);
      added(now, path);
    }
  }

  private void removed(@Nullable Node node, String path) {
    if (node != null) {
      found.add(new Difference(path, node.kind(), sizeThen(node), Difference.NONE));
      if (node instanceof Directory directory) {
        namesThen(directory).forEach(name -> removed(then(directory, name), path + "/" + name));
      }
    }
  }

  private void added(@Nullable Node node, String path) {
    if (node != null) {
      found.add(new Difference(path, node.kind(), Difference.NONE, node.size()));
      if (node instanceof Directory directory) {
        directory.loadedEntries().forEach(each -> added(each.node(), path + "/" + each.name()));
      }
    }
  }

  private long sizeThen(Node node) {
    return past.images().get(node) instanceof Image.OfFile file ? file.size() : node.size();
  }

  private boolean differs(Node before, Node now) {
    if (before instanceof SymbolicLink first && now instanceof SymbolicLink second) {
      return !first.target().equals(second.target());
    }
    return before instanceof RegularFile first
        && now instanceof RegularFile second
        && differs(first, second);
  }

  /** What lies on the host is not read: it is the same if it is the same file of the host. */
  private boolean differs(RegularFile before, RegularFile now) {
    Image.OfFile then =
        past.images().get(before) instanceof Image.OfFile file
            ? file
            : (Image.OfFile) before.image();
    return then.lower() != now.lower() || !now.content().holds(then.content());
  }
}
