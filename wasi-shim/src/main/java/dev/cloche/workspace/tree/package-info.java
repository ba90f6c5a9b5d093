/**
 * The virtual file tree: nodes, quota, path resolution and the operations on them. {@link
 * dev.cloche.workspace.tree.FileTree} is the entry type. It is used by the workspace facade and by
 * the host functions, and exported to nobody. It uses no {@code java.nio.file}: a path in here is
 * text that only {@link dev.cloche.workspace.tree.PathWalk} interprets.
 */
@NullMarked
package dev.cloche.workspace.tree;

import org.jspecify.annotations.NullMarked;
