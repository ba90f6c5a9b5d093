package dev.cloche.host;

import java.io.IOException;
import java.nio.file.Path;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * What bubblewrap reports of a launch: the process that is number 1 in the sandbox, and how the
 * command ended. Without the second, the command did not run, or did not end by itself; the exit
 * status of bubblewrap tells nothing then.
 */
final class StatusFile {
  private static final int PID_DIGITS = 18;
  private static final int STATUS_DIGITS = 9;

  private final Path path;

  StatusFile(Path path) {
    this.path = path;
  }

  OptionalLong sandboxProcess() throws IOException {
    String number = number(KernelFile.read(path), "\"child-pid\"", PID_DIGITS);
    return number.isEmpty() ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(number));
  }

  OptionalInt exitStatus() throws IOException {
    String number = number(KernelFile.read(path), "\"exit-code\"", STATUS_DIGITS);
    return number.isEmpty() ? OptionalInt.empty() : OptionalInt.of(Integer.parseInt(number));
  }

  /** Returns the digits behind a key and a colon; none where they are missing or too many. */
  static String number(String report, String key, int mostDigits) {
    int found = report.indexOf(key);
    if (found < 0) {
      return "";
    }
    int colon = afterSpaces(report, found + key.length());
    if (colon == report.length() || report.charAt(colon) != ':') {
      return "";
    }
    int start = afterSpaces(report, colon + 1);
    int end = start;
    while (end < report.length() && report.charAt(end) >= '0' && report.charAt(end) <= '9') {
      end++;
    }
    return end - start > mostDigits ? "" : report.substring(start, end);
  }

  private static int afterSpaces(String report, int from) {
    int at = from;
    while (at < report.length() && Character.isWhitespace(report.charAt(at))) {
      at++;
    }
    return at;
  }
}
