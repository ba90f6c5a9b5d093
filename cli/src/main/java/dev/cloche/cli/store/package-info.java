/**
 * Where tools are kept: registry folders and OCI image layouts. Reading follows no link, reads
 * nothing that is larger than it may be, and checks every digest. Nothing here knows of commands;
 * what cannot be read is an IOException whose message names no path.
 */
@CheckReturnValue
@NullMarked
package dev.cloche.cli.store;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
