package dev.cloche.cli.serve;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/**
 * Passes on what a guest writes to standard error, line by line, while it writes. A guest can
 * neither flood the client nor drive its terminal: lines are bounded in number and length, and
 * control characters are made visible (attack L8).
 *
 * <p>Written on the guest's thread; the sink must not block.
 */
final class GuestLog extends OutputStream {

  /** 200 lines of a call. */
  static final int MAX_LINES = 200;

  /** 2,000 bytes of a line. */
  static final int MAX_LINE = 2_000;

  private final Consumer<String> sink;
  private final ByteArrayOutputStream line = new ByteArrayOutputStream();
  private int lines;
  private boolean cut;

  GuestLog(Consumer<String> sink) {
    this.sink = sink;
  }

  @Override
  public synchronized void write(int b) {
    if (b == '\n') {
      endLine();
    } else if (line.size() < MAX_LINE) {
      line.write(b);
    } else {
      cut = true;
    }
  }

  @Override
  public synchronized void write(byte[] bytes, int from, int length) {
    for (int i = from; i < from + length && lines <= MAX_LINES; i++) {
      write(bytes[i]);
    }
  }

  /** Passes on what has no line end yet. */
  synchronized void end() {
    if (line.size() > 0) {
      endLine();
    }
  }

  private void endLine() {
    if (lines < MAX_LINES) {
      String text = line.toString(StandardCharsets.UTF_8);
      sink.accept(ToolText.visible(text.stripTrailing()) + (cut ? "..." : ""));
    } else if (lines == MAX_LINES) {
      sink.accept("further lines of this call are left out");
    }
    lines++;
    line.reset();
    cut = false;
  }
}
