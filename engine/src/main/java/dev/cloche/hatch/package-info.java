/**
 * The hatches of a session: {@link dev.cloche.hatch.HatchBook} issues them after approval and says
 * whether one opens. Not exported; embedders hold {@link dev.cloche.Hatch} objects.
 */
@CheckReturnValue
@NullMarked
package dev.cloche.hatch;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
