package dev.cloche.wasi;

import dev.cloche.workspace.tree.FileTree;
import dev.cloche.workspace.tree.OpenNodes;

/**
 * The tree of a workspace as one guest sees it. Every open file and directory knows its own, so
 * that nothing is ever looked up in the tree of another.
 *
 * @param files the operations on paths
 * @param device the number of the tree in this call: inode numbers count within it, and say nothing
 *     of the host
 */
record GuestTree(FileTree files, long device) {

  OpenNodes nodes() {
    return files.nodes();
  }
}
