package dev.cloche.testkit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Bytes for a {@code @ForAll} parameter: a module of {@link WasmModules#valid}. */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.PARAMETER, ElementType.TYPE_USE})
public @interface WasmModule {

  /** Whether nearly valid ones, of {@link WasmModules#nearlyValid}. */
  boolean nearly() default false;
}
