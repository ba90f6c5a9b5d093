/**
 * Recordings of calls: all that one call met, in one file, and the same call again from it.
 *
 * <p>A {@link dev.cloche.replay.Recorder} makes one call and takes down what it meets; a {@link
 * dev.cloche.replay.Recording} is that, read back; its {@code replay} runs the module again with
 * nothing but the recording around it and says in a {@link dev.cloche.replay.Verdict} whether it
 * ended the same. A recording is not trusted. The format is docs/replay.md. This package stands
 * between {@code dev.cloche.run} and the embedder; nothing in the engine depends on it.
 */
@CheckReturnValue
@NullMarked
package dev.cloche.replay;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
