/**
 * The embedder's API: all that a caller imports to run an untrusted tool.
 *
 * <p>An {@link dev.cloche.Engine} is made once and shared. It opens {@link dev.cloche.Session}s,
 * each with a workspace of its own, and a session calls {@link dev.cloche.Tool}s. Every call ends
 * in an {@link dev.cloche.Outcome}; a guest never makes a method of this package throw. Native
 * commands are tools as well, where the engine has a {@link dev.cloche.Backend} for them.
 */
@NullMarked
package dev.cloche;

import org.jspecify.annotations.NullMarked;
