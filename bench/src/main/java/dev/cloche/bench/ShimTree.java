package dev.cloche.bench;

/** A file tree, and the host functions through which a guest sees it. */
interface ShimTree extends AutoCloseable {

  /** The guest, whose descriptor 3 is the root of the tree. */
  WasiGuest guest();

  /** Puts a file in the tree, and the directory above it. */
  void put(String path, byte[] content);

  /** Keeps the present state beside the one that was kept before. */
  void snapshot();

  /** Returns how many files differ between the last two snapshots; forgets the older one. */
  int changed();

  @Override
  void close();
}
