package dev.cloche.workspace.tree;

/**
 * Which times of a node to set, to what.
 *
 * @param setAccessed whether to set the access time
 * @param accessed nanoseconds since 1970
 * @param setModified whether to set the modification time
 * @param modified nanoseconds since 1970
 */
public record Times(boolean setAccessed, long accessed, boolean setModified, long modified) {}
