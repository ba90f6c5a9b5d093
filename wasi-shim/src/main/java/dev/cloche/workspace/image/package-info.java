/**
 * A workspace as values: all that a guest can see of one at a moment, so that it can be written
 * down and made again. Used by recordings of calls.
 *
 * <p>{@link dev.cloche.workspace.image.WorkspaceImage} is the tree, {@link
 * dev.cloche.workspace.image.HostContents} what was looked at of the host's files that show in it.
 * The values say what they are; whether they fit together is found when a workspace is made of
 * them.
 */
@CheckReturnValue
@NullMarked
package dev.cloche.workspace.image;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
