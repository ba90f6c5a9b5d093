package tool;

import dev.cloche.sdk.Json;
import dev.cloche.sdk.Tool;
import java.nio.charset.StandardCharsets;

/** Counts the lines, words and bytes of a text. */
public final class Main {

  private Main() {}

  public static void main(String[] arguments) {
    Tool.run(Main::count);
  }

  private static Json count(Json input) {
    String text = input.get("text").asString();
    int lines = 0;
    int words = 0;
    boolean inWord = false;
    for (int i = 0; i < text.length(); i++) {
      char character = text.charAt(i);
      boolean isSpace = character <= ' ';
      if (character == '\n') {
        lines++;
      }
      if (!isSpace && !inWord) {
        words++;
      }
      inWord = !isSpace;
    }
    int bytes = text.getBytes(StandardCharsets.UTF_8).length;
    return Json.object().set("lines", lines).set("words", words).set("bytes", bytes);
  }
}
