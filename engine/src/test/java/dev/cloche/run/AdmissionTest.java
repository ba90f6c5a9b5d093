package dev.cloche.run;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** Calls are refused before the heap is full (attack L12). */
class AdmissionTest {

  private static final long MIB = 1 << 20;

  @Test
  void l12_sumAboveCapacity_isRefusedUntilReleased() throws RefusedException {
    Admission admission = new Admission(100 * MIB);
    admission.admit(60 * MIB);
    admission.admit(40 * MIB);
    RefusedException refused = assertThrows(RefusedException.class, () -> admission.admit(MIB));
    assertTrue(refused.reason().contains("100 MiB"), refused.reason());
    admission.admit(0);
    admission.release(40 * MIB);
    assertThrows(RefusedException.class, () -> admission.admit(40 * MIB + 1));
    admission.admit(40 * MIB);
  }

  @Test
  void l12_sumThatWouldOverflow_isRefused() throws RefusedException {
    Admission admission = new Admission(100);
    admission.admit(1);
    assertThrows(RefusedException.class, () -> admission.admit(Long.MAX_VALUE));
    admission.admit(99);
  }
}
