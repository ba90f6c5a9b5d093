/**
 * Structured calls: JSON that is checked against a schema, and what becomes of it.
 *
 * <p>Everything here is given by strangers, the schema by a tool's author and the value by a model
 * or a guest. What it may cost is bounded before it is looked at. The validator is a library; it is
 * loaded when the first structured call of a process is made, and sees no file and no network.
 */
@NullMarked
@CheckReturnValue
package dev.cloche.structured;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
