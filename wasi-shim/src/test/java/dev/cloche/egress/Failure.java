package dev.cloche.egress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import org.junit.jupiter.api.function.Executable;

/** Asserts how a request fails. */
final class Failure {
  private Failure() {}

  @CanIgnoreReturnValue
  static EgressException of(EgressException.Kind kind, Executable request) {
    EgressException failure = assertThrows(EgressException.class, request);
    assertEquals(kind, failure.kind(), failure::getMessage);
    return failure;
  }

  @CanIgnoreReturnValue
  static EgressException of(EgressException.Kind kind, String rule, Executable request) {
    EgressException failure = of(kind, request);
    assertEquals(rule, failure.rule());
    return failure;
  }
}
