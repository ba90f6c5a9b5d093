package dev.cloche.cli;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * One line on a terminal that says what is going on and for how long, gone when it is over. Shown
 * only after a moment, so that quick work leaves no flicker.
 */
final class ProgressLine {

  private static final long FIRST_SHOWN_MILLIS = 300;
  private static final long REDRAW_MILLIS = 100;

  /** Carriage return, then "erase to the end of the line" (ECMA-48, EL). */
  private static final String ERASE = "\r\u001b[K";

  private final OutputStream terminal;
  private final String what;
  private final Thread drawer;
  private boolean drawn;

  private ProgressLine(OutputStream terminal, String what) {
    this.terminal = terminal;
    this.what = what;
    this.drawer = new Thread(this::draw, "cloche-progress");
    drawer.setDaemon(true);
  }

  /** Starts to show {@code what} if the work lasts. */
  static ProgressLine start(OutputStream terminal, String what) {
    ProgressLine line = new ProgressLine(terminal, what);
    line.drawer.start();
    return line;
  }

  /** Ends it, and leaves the terminal as if it had never been. */
  void erase() {
    drawer.interrupt();
    try {
      drawer.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    if (drawn) {
      print(ERASE);
    }
  }

  private void draw() {
    long start = System.nanoTime();
    try {
      Thread.sleep(FIRST_SHOWN_MILLIS);
      while (true) {
        double seconds = (System.nanoTime() - start) / 1e9;
        drawn = true;
        print(String.format(Locale.ROOT, "%s%s %.1f s", ERASE, what, seconds));
        Thread.sleep(REDRAW_MILLIS);
      }
    } catch (InterruptedException over) {
      Thread.currentThread().interrupt();
    }
  }

  private void print(String text) {
    try {
      terminal.write(text.getBytes(StandardCharsets.UTF_8));
      terminal.flush();
    } catch (IOException notWorthFailingFor) {
      drawn = false;
    }
  }
}
