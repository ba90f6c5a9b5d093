package dev.cloche.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class ProgressLineTest {

  @Test
  void quickWork_showsNothing() {
    ByteArrayOutputStream terminal = new ByteArrayOutputStream();

    ProgressLine.start(terminal, "compiling x ...").erase();

    assertEquals("", terminal.toString(StandardCharsets.UTF_8));
  }

  @Test
  void slowWork_showsTheTimeAndIsErased() throws InterruptedException {
    CountDownLatch drawn = new CountDownLatch(2);
    ByteArrayOutputStream terminal =
        new ByteArrayOutputStream() {
          @Override
          public void flush() {
            drawn.countDown();
          }
        };

    ProgressLine line = ProgressLine.start(terminal, "compiling x ...");
    drawn.await();
    line.erase();

    String shown = terminal.toString(StandardCharsets.UTF_8);
    assertTrue(shown.startsWith("\r\u001b[Kcompiling x ... 0."), shown);
    assertTrue(shown.endsWith("\r\u001b[K"), shown);
  }
}
