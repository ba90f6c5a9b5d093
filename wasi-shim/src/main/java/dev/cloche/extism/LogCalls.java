package dev.cloche.extism;

import dev.cloche.wasi.GuestOutput;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * A plugin's log: a line for each message, in the guest's standard error; of a long message, its
 * first 64 KiB.
 */
final class LogCalls {
  private final Kernel kernel;
  private final GuestOutput log;
  private final LogLevel least;

  LogCalls(Kernel kernel, GuestOutput log, LogLevel least) {
    this.kernel = kernel;
    this.log = log;
    this.least = least;
  }

  /** Returns the function of a level. */
  KernelFunction.Body at(LogLevel level) {
    return arguments -> {
      if (level.compareTo(least) < 0) {
        kernel.free(arguments[0]);
      } else {
        byte[] message = kernel.takeBeginning("log_" + name(level), arguments[0]);
        line("[" + name(level) + "] " + PlainText.line(message));
      }
      return 0;
    };
  }

  /** Writes a line. */
  void line(String text) {
    byte[] bytes = (text + "\n").getBytes(StandardCharsets.UTF_8);
    for (int at = 0; at < bytes.length; at += Kernel.CHUNK) {
      log.write(bytes, at, Math.min(Kernel.CHUNK, bytes.length - at));
    }
  }

  long level(long[] arguments) {
    return least.number();
  }

  private static String name(LogLevel level) {
    return level.name().toLowerCase(Locale.ROOT);
  }
}
