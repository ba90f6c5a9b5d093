/**
 * What a policy says: its parts, the document that it is written in, and how quantities are
 * written.
 *
 * <p>{@link dev.cloche.Policy} is the whole; here are the records it consists of, each of which
 * checks its own values. Problems come as a {@link dev.cloche.policy.PolicyException} that lists
 * all of them with their places.
 */
@CheckReturnValue
@NullMarked
package dev.cloche.policy;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
