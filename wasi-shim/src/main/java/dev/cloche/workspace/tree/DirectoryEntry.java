package dev.cloche.workspace.tree;

/**
 * One line of a directory listing.
 *
 * @param cookie resumes the listing after this entry
 * @param name the name; {@code .} and {@code ..} are listed too
 * @param inode the inode number of the node
 * @param kind the kind of the node
 */
public record DirectoryEntry(long cookie, String name, long inode, Kind kind) {}
