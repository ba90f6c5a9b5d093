package dev.cloche.cli;

/** Puts a page together. Every text is escaped; markup is written by this package alone. */
final class Html {

  private final StringBuilder page = new StringBuilder(1 << 16);

  /** Adds markup, which holds nothing that others wrote. */
  Html raw(String markup) {
    page.append(markup);
    return this;
  }

  /** Adds text, escaped. */
  Html text(String text) {
    page.append(escape(text));
    return this;
  }

  /** Adds an element that holds a text; its attributes are markup. */
  Html element(String name, String attributes, String text) {
    page.append('<').append(name);
    if (!attributes.isEmpty()) {
      page.append(' ').append(attributes);
    }
    page.append('>').append(escape(text)).append("</").append(name).append('>');
    return this;
  }

  /** Returns text that no browser takes for markup, also in a quoted attribute. */
  static String escape(String text) {
    StringBuilder out = new StringBuilder(text.length());
    Printable.line(text).codePoints().forEach(c -> append(out, c));
    return out.toString();
  }

  private static void append(StringBuilder out, int c) {
    switch (c) {
      case '<' -> out.append("&lt;");
      case '>' -> out.append("&gt;");
      case '&' -> out.append("&amp;");
      case '"' -> out.append("&quot;");
      case '\'' -> out.append("&#39;");
      default -> out.appendCodePoint(c);
    }
  }

  @Override
  public String toString() {
    return page.toString();
  }
}
