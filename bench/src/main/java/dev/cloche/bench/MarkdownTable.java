package dev.cloche.bench;

import java.util.List;

/** A table in Markdown: a first column of words, others of figures. */
final class MarkdownTable {

  private final int columns;
  private final StringBuilder text = new StringBuilder();

  MarkdownTable(List<String> headings) {
    columns = headings.size();
    add(headings);
    text.append("|---|").append("---:|".repeat(columns - 1)).append('\n');
  }

  /** Adds a row of as many cells as there are headings. */
  void add(List<String> cells) {
    if (cells.size() != columns) {
      throw new IllegalArgumentException(cells.size() + " cells for " + columns + " columns");
    }
    text.append("| ").append(String.join(" | ", cells)).append(" |\n");
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
