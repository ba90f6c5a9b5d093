package dev.cloche.cli.serve;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * The tools that are offered at present, the same for all sessions: those that were named when the
 * server started, and those of the watched folder.
 *
 * <p>No tool takes the place of another (attack H5). One of the folder that has the name of one
 * that was named is left out; of several in the folder with one name all are, since nobody could
 * tell which was meant. Thread-safe.
 */
final class Shelf {

  /** What sessions hear of. Called on the thread that changed something; must not block. */
  interface Listener {
    /** The list of tools is another now. */
    void toolsChanged();

    /** Something in the folder is not offered, and why. */
    void problem(String message);
  }

  /** A tool of the folder. */
  record Found(String file, Offer offer) {}

  private final SortedMap<String, Offer> named;
  private final List<Listener> listeners = new CopyOnWriteArrayList<>();
  private volatile SortedMap<String, Offer> offered;
  private volatile List<String> problems = List.of();

  /**
   * Makes one.
   *
   * @throws IllegalArgumentException if two have the same name
   */
  Shelf(List<Offer> named) {
    SortedMap<String, Offer> byName = new TreeMap<>();
    for (Offer offer : named) {
      if (byName.put(offer.name(), offer) != null) {
        throw new IllegalArgumentException(
            "two tools would be offered as \"" + offer.name() + "\"; leave one out");
      }
    }
    this.named = Collections.unmodifiableSortedMap(byName);
    this.offered = this.named;
  }

  void listen(Listener listener) {
    listeners.add(listener);
  }

  void forget(Listener listener) {
    boolean unused = listeners.remove(listener);
  }

  /** Returns the tools by name. */
  SortedMap<String, Offer> offered() {
    return offered;
  }

  Optional<Offer> find(String name) {
    return Optional.ofNullable(offered.get(name));
  }

  /** Returns what of the folder is not offered at present, and why. */
  List<String> problems() {
    return problems;
  }

  /** Puts what the folder holds now in place of what it held. */
  synchronized void replaceFolder(List<Found> found, List<String> unusable) {
    List<String> wrong = new ArrayList<>(unusable);
    SortedMap<String, Offer> next = new TreeMap<>(named);
    next.putAll(unique(found, wrong));
    List<String> before = problems;
    boolean changed = !definitions(next).equals(definitions(offered));
    problems = List.copyOf(wrong);
    offered = Collections.unmodifiableSortedMap(next);
    if (changed) {
      listeners.forEach(Listener::toolsChanged);
    }
    wrong.stream()
        .filter(problem -> !before.contains(problem))
        .forEach(problem -> listeners.forEach(listener -> listener.problem(problem)));
  }

  private Map<String, Offer> unique(List<Found> found, List<String> wrong) {
    Map<String, Set<String>> files = new HashMap<>();
    Map<String, Offer> offers = new HashMap<>();
    for (Found each : found) {
      files.computeIfAbsent(each.offer().name(), name -> new TreeSet<>()).add(each.file());
      offers.put(each.offer().name(), each.offer());
    }
    files.forEach(
        (name, those) -> {
          if (named.containsKey(name) || those.size() > 1) {
            offers.remove(name);
            those.forEach(file -> wrong.add(file + ": not offered: " + why(name, those)));
          }
        });
    return offers;
  }

  private String why(String name, Set<String> files) {
    return named.containsKey(name)
        ? "the name \"" + name + "\" is that of another tool of this server"
        : "the name \"" + name + "\" is in " + String.join(", ", files);
  }

  private static List<Object> definitions(SortedMap<String, Offer> offers) {
    return offers.values().stream().<Object>map(Offer::definition).toList();
  }
}
