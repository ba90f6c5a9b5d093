package dev.cloche.workspace.tree;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A directory: entries by name, and the same entries in the order they were made.
 *
 * <p>An entry's number is never given twice in one directory, so it serves as the cookie of {@code
 * fd_readdir}: a listing resumes exactly after it whatever was added or removed meanwhile, in
 * logarithmic time.
 */
public final class Directory extends Node {
  /** Numbers up to here stand for {@code .} and {@code ..}. */
  static final long FIRST_COOKIE = 3;

  /** The root's, and a removed directory's, is null. */
  @Nullable Directory parent;

  /** A mount point or an ancestor of one: it stays where it is. */
  boolean pinned;

  private final Map<String, Entry> byName = new HashMap<>();
  private final TreeMap<Long, Entry> byCookie = new TreeMap<>();
  private long nextCookie = FIRST_COOKIE;

  /** A name and its node; the cookie is the entry's place in the order. */
  record Entry(long cookie, String name, Node node) {}

  Directory(long inode, long now) {
    super(inode, now);
  }

  @Override
  public Kind kind() {
    return Kind.DIRECTORY;
  }

  @Override
  long weight() {
    return 0;
  }

  boolean isEmpty() {
    return byName.isEmpty();
  }

  @Nullable Node get(String name) {
    Entry entry = byName.get(name);
    return entry == null ? null : entry.node();
  }

  void put(String name, Node node) {
    Entry entry = new Entry(nextCookie++, name, node);
    byName.put(name, entry);
    byCookie.put(entry.cookie(), entry);
  }

  void remove(String name) {
    Entry entry = byName.remove(name);
    if (entry != null) {
      byCookie.remove(entry.cookie());
    }
  }

  /** Returns all entries, oldest first. */
  Collection<Entry> entries() {
    return byCookie.values();
  }

  /** Returns the entries made after the one with the given cookie, oldest first. */
  Collection<Entry> entriesAfter(long cookie) {
    return byCookie.tailMap(cookie, false).values();
  }

  /** Returns whether the cookie was ever given out. */
  boolean hasGiven(long cookie) {
    return cookie >= 0 && cookie < nextCookie;
  }

  /** Returns the number of directories above this one. */
  int depth() {
    int depth = 0;
    for (Directory above = parent; above != null; above = above.parent) {
      depth++;
    }
    return depth;
  }

  boolean isWithin(Directory other) {
    for (Directory each = this; each != null; each = each.parent) {
      if (each == other) {
        return true;
      }
    }
    return false;
  }
}
