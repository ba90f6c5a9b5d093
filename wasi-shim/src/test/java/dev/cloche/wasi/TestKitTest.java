package dev.cloche.wasi;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.cloche.testkit.WasiErrno;
import dev.cloche.workspace.tree.Errno;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What the test kit writes down a second time is the same there. */
class TestKitTest {

  @ParameterizedTest
  @EnumSource(Errno.class)
  void errno_hasTheNumberOfItsName(Errno errno) {
    assertEquals(errno.number(), WasiErrno.valueOf(errno.name()).number());
    assertEquals(errno.name(), WasiErrno.of(errno.number()).name());
  }
}
