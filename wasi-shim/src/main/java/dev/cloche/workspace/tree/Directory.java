package dev.cloche.workspace.tree;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A directory: entries by name, and the same entries in the order they were made.
 *
 * <p>An entry's number is never given twice in one directory, so it serves as the cookie of {@code
 * fd_readdir}: a listing resumes exactly after it whatever was added or removed meanwhile, in
 * logarithmic time.
 *
 * <p>The entries of a directory of the host are read when they are first asked for; that is why
 * looking can fail. The methods that begin with {@code loaded} never read.
 */
public final class Directory extends Node {
  /** Numbers up to here stand for {@code .} and {@code ..}. */
  static final long FIRST_COOKIE = 3;

  /** What reading a directory of the host is worth: some milliseconds for a large one. */
  private static final long LOADING_STEPS = 10_000;

  private final boolean root;
  private final Map<String, Entry> byName = new HashMap<>();
  private final TreeMap<Long, Entry> byCookie = new TreeMap<>();
  private long nextCookie = FIRST_COOKIE;
  private @Nullable Underlay underlay;

  Directory(Volume volume, long now, boolean root) {
    super(volume, now, false);
    this.root = root;
  }

  /** Creates a directory that a mount shows. */
  Directory(Volume volume, Underlay underlay) {
    super(volume, underlay.now(), true);
    this.root = false;
    this.underlay = underlay;
  }

  @Override
  public Kind kind() {
    return Kind.DIRECTORY;
  }

  @Override
  long weight() {
    return 0;
  }

  @Override
  long size() {
    return 0;
  }

  @Override
  int links() {
    return root ? 1 : super.links();
  }

  /** Returns the directory above; null for the root and for one that was removed. */
  @Nullable Directory parent() {
    Entry name = firstName();
    return name == null ? null : name.directory();
  }

  @Nullable Underlay underlay() {
    return underlay;
  }

  /** Lets a directory of the host show through; this one is empty, or what it has is there too. */
  void setUnderlay(Underlay shown) {
    changing();
    underlay = shown;
  }

  /** Pays for reading the host directory, if that is still to be done. */
  void payLoading(Caller caller) {
    if (underlay != null && !underlay.isLoaded()) {
      caller.spend(LOADING_STEPS);
    }
  }

  boolean isEmpty() throws Fault {
    load();
    return byName.isEmpty();
  }

  @Nullable Node get(String name) throws Fault {
    load();
    return loadedNode(name);
  }

  @Nullable Entry loadedEntry(String name) {
    return byName.get(name);
  }

  @Nullable Node loadedNode(String name) {
    Entry entry = byName.get(name);
    return entry == null ? null : entry.node();
  }

  /** Returns whether the host's listing has this name: then the listing pays for it. */
  boolean isListed(String name) {
    return underlay != null && underlay.counted().contains(name);
  }

  void put(String name, Node node) {
    put(new Entry(this, nextCookie++, name, node));
  }

  /** Puts in an entry that has a cookie of this directory; the name must be free. */
  void put(Entry entry) {
    volume().history().changing(this, entry.name(), null);
    byName.put(entry.name(), entry);
    byCookie.put(entry.cookie(), entry);
    entry.node().addName(entry);
  }

  void remove(String name) {
    Entry entry = byName.get(name);
    if (entry != null) {
      volume().history().changing(this, name, entry);
      byName.remove(name);
      byCookie.remove(entry.cookie());
      entry.node().removeName(entry);
    }
  }

  /** Returns all entries, oldest first. */
  Collection<Entry> entries() throws Fault {
    load();
    return byCookie.values();
  }

  /** Returns the entries that are in memory, in a list of their own. */
  List<Entry> loadedEntries() {
    return List.copyOf(byCookie.values());
  }

  /** Returns the entries made after the one with the given cookie, oldest first. */
  Collection<Entry> entriesAfter(long cookie) throws Fault {
    load();
    return byCookie.tailMap(cookie, false).values();
  }

  long nextCookie() {
    return nextCookie;
  }

  /** Gives the next entry this cookie, which is above all that were given. */
  void setNextCookie(long cookie) {
    nextCookie = cookie;
  }

  /** Returns whether the cookie was ever given out. */
  boolean hasGiven(long cookie) {
    return cookie >= 0 && cookie < nextCookie;
  }

  private void load() throws Fault {
    if (underlay != null && !underlay.isLoaded()) {
      Map<String, Node> originals = Loading.read(this, underlay);
      // Not a change: what is read now was there before every snapshot.
      for (Map.Entry<String, Node> each : originals.entrySet()) {
        Entry entry = new Entry(this, nextCookie++, each.getKey(), each.getValue());
        byName.put(entry.name(), entry);
        byCookie.put(entry.cookie(), entry);
        entry.node().addName(entry);
      }
      underlay.load(originals);
    }
  }

  /** Returns the number of directories above this one. */
  int depth() {
    int depth = 0;
    for (Directory above = parent(); above != null; above = above.parent()) {
      depth++;
    }
    return depth;
  }

  boolean isWithin(Directory other) {
    for (Directory each = this; each != null; each = each.parent()) {
      if (each == other) {
        return true;
      }
    }
    return false;
  }

  @Override
  Image image() {
    return new Image.OfDirectory(attributes(), underlay);
  }

  @Override
  void become(Image image) {
    become(image.attributes());
    if (image instanceof Image.OfDirectory directory) {
      underlay = directory.underlay();
    }
  }
}
