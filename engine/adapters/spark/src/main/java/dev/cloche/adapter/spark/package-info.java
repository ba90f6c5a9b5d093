/** A tool as a function over the records of Apache Spark. */
@NullMarked
@CheckReturnValue
package dev.cloche.adapter.spark;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
