package dev.cloche.testkit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** A text for a {@code @ForAll} parameter: a document of {@link Policies#documents}. */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.PARAMETER, ElementType.TYPE_USE})
public @interface PolicyText {

  /** Whether nearly valid ones, of {@link Policies#nearlyValidDocuments}. */
  boolean nearly() default false;
}
