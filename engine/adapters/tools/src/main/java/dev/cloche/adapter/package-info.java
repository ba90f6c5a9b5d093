/**
 * Tools as a model or another framework calls them: from one {@link dev.cloche.adapter.ToolBox},
 * with a name, a description and a schema for each, JSON in and JSON out.
 *
 * <p>A call never throws for what a model asked or a guest did: it ends in a {@link
 * dev.cloche.adapter.ToolAnswer}, which has the outcome, its JSON and a text for the model.
 */
@NullMarked
@CheckReturnValue
package dev.cloche.adapter;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
