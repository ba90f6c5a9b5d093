package dev.cloche.workspace.tree;

/**
 * How to open a path.
 *
 * @param follow whether to follow a symbolic link at the end
 * @param create whether to create a file that is missing
 * @param exclusive with {@code create}: whether the file must be missing
 * @param directory whether the node must be a directory
 * @param truncate whether to cut the file to nothing
 * @param write whether the file will be written
 */
public record OpenRequest(
    boolean follow,
    boolean create,
    boolean exclusive,
    boolean directory,
    boolean truncate,
    boolean write) {}
