/**
 * Native commands in a sandbox of the operating system.
 *
 * <p>{@link dev.cloche.host.NativeBackend} is where to begin: it probes the machine, opens {@link
 * dev.cloche.host.NativeSession}s over workspaces, and runs commands in them under bubblewrap, a
 * seccomp filter and control groups. Where the machine cannot enforce what is asked for, the answer
 * is a refusal with its reason; nothing here ever runs a command outside the sandbox.
 */
@NullMarked
@CheckReturnValue
package dev.cloche.host;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
