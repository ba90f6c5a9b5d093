/** What calls do and use, as metrics of Micrometer. */
@NullMarked
@CheckReturnValue
package dev.cloche.adapter.micrometer;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
