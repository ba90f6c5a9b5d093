/**
 * The tools that come with Cloche: WebAssembly modules built from upstream sources, and what is
 * known about each.
 *
 * <p>{@link dev.cloche.tools.BundledTools} is the catalogue. It knows every tool by its manifest
 * even where the modules themselves were not built, and says so then. This package runs nothing: a
 * module's bytes go to the engine as those of any other tool do.
 */
@NullMarked
package dev.cloche.tools;

import org.jspecify.annotations.NullMarked;
