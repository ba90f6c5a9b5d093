package dev.cloche.host;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.regex.Pattern;

/** Refuses what could not arrive in the sandbox as it is: too long, or not text. */
final class CommandCheck {
  /** Linux ends one word at 128 KiB, its NUL included. */
  private static final int MAX_WORD_BYTES = (128 << 10) - 1;

  /** Linux takes 2 MiB with the default stack; half of it leaves room for the chain. */
  private static final int MAX_TOTAL_BYTES = 1 << 20;

  /** Each takes 8 bytes beside its text. */
  private static final int MAX_WORDS = 50_000;

  private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

  private CommandCheck() {}

  static void check(NativeCommand command) {
    words(command);
    variables(command);
    directory(command.directory());
  }

  private static void words(NativeCommand command) {
    long total = 0;
    if (command.words().size() > MAX_WORDS) {
      throw new RefusedException(
          NativeRefusal.WORDS,
          "the command has %d words; at most %d are allowed"
              .formatted(command.words().size(), MAX_WORDS));
    }
    for (String word : command.words()) {
      total += bytes(NativeRefusal.WORDS, "a word of the command", word);
    }
    if (total > MAX_TOTAL_BYTES) {
      throw new RefusedException(
          NativeRefusal.WORDS,
          "the command has %d bytes; at most %d are allowed".formatted(total, MAX_TOTAL_BYTES));
    }
    String program = command.words().get(0);
    if (program.isEmpty() || program.startsWith("-")) {
      throw new RefusedException(
          NativeRefusal.WORDS, "%s is not the name of a program".formatted(Text.quote(program)));
    }
  }

  private static void variables(NativeCommand command) {
    long total = 0;
    for (var variable : command.environment().entrySet()) {
      if (!NAME.matcher(variable.getKey()).matches()) {
        throw new RefusedException(
            NativeRefusal.ENVIRONMENT,
            "the variable name %s is not letters, digits and underscores"
                .formatted(Text.quote(variable.getKey())));
      }
      total += variable.getKey().length();
      total += bytes(NativeRefusal.ENVIRONMENT, "the value of a variable", variable.getValue());
    }
    if (total > MAX_TOTAL_BYTES / 2) {
      throw new RefusedException(
          NativeRefusal.ENVIRONMENT,
          "the variables have %d bytes; at most %d are allowed"
              .formatted(total, MAX_TOTAL_BYTES / 2));
    }
  }

  private static void directory(String directory) {
    int length = bytes(NativeRefusal.DIRECTORY, "the directory", directory);
    if (length == 0 || Arrays.asList(directory.split("/", -1)).contains("..")) {
      throw new RefusedException(
          NativeRefusal.DIRECTORY,
          "the directory %s is empty or leads up".formatted(Text.quote(directory)));
    }
  }

  /** Tells whether a text is the same in every character set of a locale. */
  static boolean isAscii(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) >= 0x80) {
        return false;
      }
    }
    return true;
  }

  private static int bytes(NativeRefusal reason, String what, String text) {
    boolean ascii = isAscii(text);
    if (!ascii && !StandardCharsets.UTF_8.newEncoder().canEncode(text)) {
      throw new RefusedException(reason, what + " is not well-formed text");
    }
    if (text.indexOf('\0') >= 0) {
      throw new RefusedException(reason, what + " holds NUL");
    }
    int bytes = ascii ? text.length() : text.getBytes(StandardCharsets.UTF_8).length;
    if (bytes > MAX_WORD_BYTES) {
      throw new RefusedException(
          reason, "%s has %d bytes; at most %d are allowed".formatted(what, bytes, MAX_WORD_BYTES));
    }
    return bytes;
  }
}
