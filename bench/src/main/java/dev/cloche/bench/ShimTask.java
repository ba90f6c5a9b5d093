package dev.cloche.bench;

/** Work of a guest on a tree that was filled for it. Every answer of the shim is checked. */
interface ShimTask {

  /** Does some of it, and returns how many calls of the report that was. */
  int run();

  /** Checks what it did, beyond the answers, and is not measured. */
  default void check() {}
}
