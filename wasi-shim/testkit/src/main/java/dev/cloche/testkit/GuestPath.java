package dev.cloche.testkit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** A text for a {@code @ForAll} parameter: a path of {@link GuestPaths#any}. */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.PARAMETER, ElementType.TYPE_USE})
public @interface GuestPath {

  /** Whether only hostile ones. */
  boolean hostile() default false;
}
