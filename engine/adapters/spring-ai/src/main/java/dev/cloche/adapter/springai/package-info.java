/** The tools of a {@link dev.cloche.adapter.ToolBox} in Spring AI. */
@NullMarked
@CheckReturnValue
package dev.cloche.adapter.springai;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
