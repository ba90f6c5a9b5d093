/**
 * The workspace: the only files a guest ever sees. {@link dev.cloche.workspace.Workspace} is the
 * entry type; an embedder makes one per session, puts files into it, and takes results out. The
 * tree behind it lives in {@code dev.cloche.workspace.tree}, which is internal to this module.
 * Nothing here knows WebAssembly.
 */
@NullMarked
package dev.cloche.workspace;

import org.jspecify.annotations.NullMarked;
