package dev.cloche.cli;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class QuietLoggersTest {

  @Test
  void loggers_ofThePlatform_areOursAndQuiet() {
    assertFalse(System.getLogger("dev.cloche.any").isLoggable(System.Logger.Level.ERROR));
  }

  @Test
  void loggers_withDebug_showWarnings() {
    System.setProperty(Complaints.DEBUG, "true");
    try {
      System.Logger logger = new QuietLoggers().getLogger("x", QuietLoggersTest.class.getModule());
      assertTrue(logger.isLoggable(System.Logger.Level.WARNING));
      assertFalse(logger.isLoggable(System.Logger.Level.INFO));
    } finally {
      System.clearProperty(Complaints.DEBUG);
    }
  }
}
