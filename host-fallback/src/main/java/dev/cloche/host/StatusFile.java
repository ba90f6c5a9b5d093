package dev.cloche.host;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What bubblewrap reports of a launch: the process that is number 1 in the sandbox, and how the
 * command ended. Without the second, the command did not run, or did not end by itself; the exit
 * status of bubblewrap tells nothing then.
 */
final class StatusFile {
  private static final Pattern CHILD = Pattern.compile("\"child-pid\"\\s*:\\s*(\\d{1,18})");
  private static final Pattern EXIT = Pattern.compile("\"exit-code\"\\s*:\\s*(\\d{1,9})");

  private final Path path;

  StatusFile(Path path) {
    this.path = path;
  }

  OptionalLong sandboxProcess() throws IOException {
    Matcher found = CHILD.matcher(text());
    return found.find() ? OptionalLong.of(Long.parseLong(found.group(1))) : OptionalLong.empty();
  }

  OptionalInt exitStatus() throws IOException {
    Matcher found = EXIT.matcher(text());
    return found.find() ? OptionalInt.of(Integer.parseInt(found.group(1))) : OptionalInt.empty();
  }

  private String text() throws IOException {
    return new String(Files.readAllBytes(path), StandardCharsets.UTF_8);
  }
}
