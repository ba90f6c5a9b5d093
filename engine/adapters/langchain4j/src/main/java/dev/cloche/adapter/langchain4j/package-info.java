/** The tools of a {@link dev.cloche.adapter.ToolBox} in LangChain4j. */
@NullMarked
@CheckReturnValue
package dev.cloche.adapter.langchain4j;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
