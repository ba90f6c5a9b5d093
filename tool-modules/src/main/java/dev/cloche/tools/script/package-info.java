/**
 * Scripts through {@code javax.script} (JSR-223): Java code that evaluates scripts with a {@link
 * javax.script.ScriptEngine} gets the sandbox by asking for the engine {@code cloche-js}.
 *
 * <p>Values cross as JSON, never as objects: a script reaches no Java class. Each evaluation is a
 * call of its own in a fresh instance; what it leaves are bindings.
 */
@NullMarked
@CheckReturnValue
package dev.cloche.tools.script;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
