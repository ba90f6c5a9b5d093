package dev.cloche.cli;

import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;

/**
 * The three streams of the process, raw, so that a failed write is seen.
 *
 * @param in standard input
 * @param out standard output
 * @param err standard error
 * @param errIsTerminal whether a person watches standard error
 */
public record Streams(InputStream in, OutputStream out, OutputStream err, boolean errIsTerminal) {

  /** Java cannot tell which streams are terminals, so the launcher says it in a property. */
  private static final String ERR_IS_TERMINAL = "cloche.tty.stderr";

  /** Returns the streams of this process. */
  public static Streams ofProcess() {
    return new Streams(
        new FileInputStream(FileDescriptor.in),
        new FileOutputStream(FileDescriptor.out),
        new FileOutputStream(FileDescriptor.err),
        Boolean.getBoolean(ERR_IS_TERMINAL));
  }

  /** Returns a writer of text to standard output; it needs to be flushed. */
  PrintWriter outWriter() {
    return new PrintWriter(out, false, StandardCharsets.UTF_8);
  }

  /** Returns a writer of text to standard error; it flushes after each line. */
  PrintWriter errWriter() {
    return new PrintWriter(err, true, StandardCharsets.UTF_8);
  }
}
