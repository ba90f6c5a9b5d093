package dev.cloche.testkit;

import dev.cloche.Engine;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A JUnit test with a session of its own. Its parameters may be an {@link Engine}, a {@link
 * dev.cloche.Session}, a {@link dev.cloche.Tool}, a {@link dev.cloche.Policy} and a {@link Canary}.
 *
 * <pre>{@code
 * @ClocheTest(policy = "version: 1\nlimits: { wall: 2s }", tool = "upper.wasm")
 * void upper_ofText_isUpperCase(Session session, Tool tool) {
 *   assertEquals("TEXT", session.call(tool, Call.builder().stdin("text").build()).stdout().text());
 * }
 * }</pre>
 *
 * <p>After the test, also one that failed, the session must be usable, and when it and its engine
 * are closed, no thread of Cloche may be left and no file or connection open that was not before.
 * The test closes neither. Other tests in the same JVM that run Cloche at the same time disturb the
 * comparison: let such a class run alone.
 */
@Documented
@ExtendWith(ClocheExtension.class)
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
@Test
public @interface ClocheTest {

  /**
   * The policy of the session: a document of more than one line or in braces, or the name of a
   * resource beside the test class, or a file. By default {@link dev.cloche.Policy#strict}.
   */
  String policy() default "";

  /** The module of the tool: the name of a resource beside the test class, or a file. */
  String tool() default "";

  /** What the engine is built from, such as one with an embedder's functions. */
  Class<? extends EngineSource> engine() default EngineSource.Defaults.class;
}
