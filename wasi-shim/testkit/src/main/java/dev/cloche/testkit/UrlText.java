package dev.cloche.testkit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** A text for a {@code @ForAll} parameter: a URL of {@link UrlStrings#any}. */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.PARAMETER, ElementType.TYPE_USE})
public @interface UrlText {

  /** Whether only hostile ones. */
  boolean hostile() default false;
}
