/**
 * A kit for tests: of tools and policies under Cloche, and of an embedder's own host functions.
 *
 * <p>Generators for jqwik are static methods ({@link dev.cloche.testkit.GuestPaths}, {@link
 * dev.cloche.testkit.ByteStreams} and their like) and, for {@code @ForAll} parameters, annotations
 * and types that a provider knows. {@link dev.cloche.testkit.ReferenceTree} is a model of the
 * workspace. Oracles say what must hold whatever ran. {@code ClocheTest} gives a JUnit test its
 * session and looks afterwards that it is usable and nothing is left open; {@code
 * HostFunctionContract} fuzzes functions that plugins import.
 *
 * <p>Nothing of Cloche depends on this package outside of tests. Half of it needs only the shim;
 * the tests of the shim are compiled with that half.
 */
@CheckReturnValue
@NullMarked
package dev.cloche.testkit;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
