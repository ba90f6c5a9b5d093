package dev.cloche.workspace.tree;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads a directory of the host into nodes.
 *
 * <p>All or nothing, and counted before any node is made. A name that no guest could say (invalid
 * in UTF-8) is left out.
 */
final class Loading {
  private Loading() {}

  static Map<String, Node> read(Directory directory, Underlay underlay) throws Fault {
    Volume volume = directory.volume();
    List<LowerEntry> entries = list(volume, underlay.source());
    if (!entries.isEmpty()) {
      volume.requireDepth(directory, 1);
    }
    long bytes = 0;
    for (LowerEntry entry : entries) {
      bytes += Names.utf8Length(entry.name());
      bytes += entry instanceof LowerEntry.Link link ? Names.utf8Length(link.target()) : 0;
    }
    volume.quota().hold(bytes, entries.size());
    Map<String, Node> nodes = new LinkedHashMap<>();
    for (LowerEntry entry : entries) {
      Node node = node(volume, entry, underlay.now());
      if (directory.isSealed()) {
        node.sealLoaded();
      }
      nodes.put(entry.name(), node);
    }
    return nodes;
  }

  private static List<LowerEntry> list(Volume volume, LowerDirectory source) throws Fault {
    LowerWatch watch = volume.watch();
    try {
      List<LowerEntry> entries = source.list(volume.quota().nodesLeft());
      if (watch != null) {
        watch.listed(source, entries);
      }
      return entries;
    } catch (Fault unreadable) {
      if (watch != null) {
        watch.notListed(source, unreadable.errno());
      }
      throw unreadable;
    }
  }

  private static Node node(Volume volume, LowerEntry entry, long now) {
    if (entry instanceof LowerEntry.File file) {
      return new RegularFile(volume, now, file.file(), true);
    }
    if (entry instanceof LowerEntry.Folder folder) {
      return new Directory(volume, new Underlay(folder.directory(), now));
    }
    return new SymbolicLink(volume, now, ((LowerEntry.Link) entry).target(), true);
  }
}
