package dev.cloche.workspace.tree;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Resolves one path: the only place where a path is given a meaning.
 *
 * <p><b>Goal.</b> Find the node below a base directory, through symbolic links, without ever
 * leaving the base.
 *
 * <p><b>Invariants.</b> {@code visited} holds the real directories from the base down to the
 * current one. {@code ..} drops the last, and is refused at the base, wherever it came from: from
 * the guest's text or from a link's target. An absolute target is refused. So there is no way up,
 * and no string arithmetic that could differ from the tree.
 *
 * <p><b>Cost.</b> Paid to the caller before it is spent: one step per component, and the length of
 * every target. 40 links of 4 KiB are the worst case, 82,000 steps.
 */
final class PathWalk {
  /** The most links followed in one path, as in Linux ({@code MAXSYMLINKS}). */
  static final int MAX_LINKS = 40;

  /** What to do when the last component is a symbolic link. */
  enum Last {
    /** Stay on the link. */
    KEEP,
    /** Follow it. */
    FOLLOW,
    /** Follow it only if the path ends in a slash. */
    FOLLOW_IF_SLASH
  }

  private final Caller caller;
  private final Last last;
  private final List<Directory> visited = new ArrayList<>();
  private final Deque<String> pending = new ArrayDeque<>();
  private boolean slash;
  private int linksFollowed;

  private PathWalk(Caller caller, Directory base, Last last) {
    this.caller = caller;
    this.last = last;
    visited.add(base);
  }

  /** Resolves a path below {@code base}. */
  static Place resolve(Caller caller, Directory base, String path, Last last) throws Fault {
    PathWalk walk = new PathWalk(caller, base, last);
    walk.push(path);
    return walk.run();
  }

  private void push(String path) throws Fault {
    List<String> components = Names.components(path);
    caller.spend(components.size() + path.length() / 8);
    slash |= pending.isEmpty() && path.endsWith("/");
    for (int i = components.size() - 1; i >= 0; i--) {
      pending.addFirst(components.get(i));
    }
  }

  private Place run() throws Fault {
    Place end = null;
    while (end == null) {
      String name = pending.pollFirst();
      end = name == null ? new Place(current(), null, current(), slash) : step(name);
    }
    return end;
  }

  private @Nullable Place step(String name) throws Fault {
    if (name.equals(".")) {
      return null;
    }
    if (name.equals("..")) {
      up();
      return null;
    }
    Names.checkName(name);
    current().payLoading(caller);
    Node node = current().get(name);
    if (node instanceof SymbolicLink link && follows()) {
      follow(link);
      return null;
    }
    if (pending.isEmpty()) {
      return end(name, node);
    }
    down(node);
    return null;
  }

  private Place end(String name, @Nullable Node node) throws Fault {
    Place place = new Place(current(), name, node, slash);
    if (last != Last.KEEP) {
      place.requireDirectoryIfSlash();
    }
    return place;
  }

  private boolean follows() {
    return !pending.isEmpty() || last == Last.FOLLOW || (last == Last.FOLLOW_IF_SLASH && slash);
  }

  private void follow(SymbolicLink link) throws Fault {
    if (++linksFollowed > MAX_LINKS) {
      throw Errno.LOOP.fault();
    }
    push(link.target());
  }

  private void up() throws Fault {
    if (visited.size() == 1) {
      throw Errno.NOTCAPABLE.fault();
    }
    visited.remove(visited.size() - 1);
  }

  private void down(@Nullable Node node) throws Fault {
    if (node == null) {
      throw Errno.NOENT.fault();
    }
    if (!(node instanceof Directory directory)) {
      throw Errno.NOTDIR.fault();
    }
    visited.add(directory);
  }

  private Directory current() {
    return visited.get(visited.size() - 1);
  }
}
