package dev.cloche.workspace.tree;

/**
 * What a guest may know about a node.
 *
 * @param inode the workspace's own number
 * @param kind directory, file or link
 * @param links the number of names
 * @param size bytes of a file, or of a link's target; 0 for a directory
 * @param accessed nanoseconds since 1970; set only by request, reading does not change it
 * @param modified nanoseconds since 1970
 * @param changed nanoseconds since 1970
 */
public record Stat(
    long inode, Kind kind, int links, long size, long accessed, long modified, long changed) {}
