package example;

import dev.cloche.sdk.Files;
import dev.cloche.sdk.Json;
import dev.cloche.sdk.Request;
import dev.cloche.sdk.Response;
import dev.cloche.sdk.Tool;
import dev.cloche.sdk.ToolException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Tells what is in the columns of a CSV file: the example of docs/writing-tools.md. Input: {"file":
 * PATH} or {"url": URL}.
 */
public final class Columns {

  private final String name;
  private int empty;
  private int numbers;
  private int texts;
  private double least = Double.POSITIVE_INFINITY;
  private double most = Double.NEGATIVE_INFINITY;
  private double sum;
  private double squares;

  private Columns(String name) {
    this.name = name;
  }

  public static void main(String[] args) {
    Tool.run(Columns::describe);
  }

  private static Json describe(Json input) throws ToolException, IOException {
    List<List<String>> rows = rows(text(input));
    if (rows.isEmpty()) {
      throw new ToolException("the file is empty; its first line names the columns");
    }
    List<Columns> columns = new ArrayList<>();
    for (String name : rows.get(0)) {
      columns.add(new Columns(name));
    }
    for (List<String> row : rows.subList(1, rows.size())) {
      for (int i = 0; i < columns.size(); i++) {
        columns.get(i).take(i < row.size() ? row.get(i).trim() : "");
      }
    }
    Json described = Json.array();
    columns.forEach(column -> described.add(column.json()));
    Tool.log(rows.size() - 1 + " rows");
    return Json.object().set("rows", rows.size() - 1).set("columns", described);
  }

  private static String text(Json input) throws ToolException, IOException {
    if (input.has("file") == input.has("url")) {
      throw new ToolException("one of file and url is needed", 2);
    }
    if (input.has("file")) {
      return Files.readText(input.get("file").asString());
    }
    Response response =
        new Request("GET", input.get("url").asString()).header("Accept", "text/csv").send();
    if (!response.isSuccess()) {
      throw new ToolException("status " + response.status() + " of " + response.url());
    }
    return response.text();
  }

  /**
   * Splits CSV (RFC 4180): fields may be quoted, and a quoted one holds commas, line ends and
   * doubled quotes.
   */
  private static List<List<String>> rows(String text) {
    List<List<String>> rows = new ArrayList<>();
    List<String> row = new ArrayList<>();
    StringBuilder field = new StringBuilder();
    boolean quoted = false;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"') {
        boolean doubled = quoted && i + 1 < text.length() && text.charAt(i + 1) == '"';
        if (doubled) {
          field.append(text.charAt(++i));
        } else {
          quoted = !quoted;
        }
      } else if (quoted || c != ',' && c != '\n') {
        field.append(c);
      } else {
        row.add(field.toString());
        field.setLength(0);
        if (c == '\n') {
          rows.add(row);
          row = new ArrayList<>();
        }
      }
    }
    if (!row.isEmpty() || field.length() > 0) {
      row.add(field.toString());
      rows.add(row);
    }
    return rows;
  }

  private void take(String field) {
    if (field.isEmpty()) {
      empty++;
      return;
    }
    try {
      double value = Double.parseDouble(field);
      numbers++;
      sum += value;
      squares += value * value;
      least = value < least ? value : least;
      most = value > most ? value : most;
    } catch (NumberFormatException e) {
      texts++;
    }
  }

  private Json json() {
    Json json =
        Json.object()
            .set("name", name.trim())
            .set("numbers", numbers)
            .set("texts", texts)
            .set("empty", empty);
    if (numbers == 0) {
      return json;
    }
    double mean = sum / numbers;
    double variance = Math.max(0, squares / numbers - mean * mean);
    return json.set("least", Json.of(least))
        .set("most", Json.of(most))
        .set("mean", Json.of(mean))
        .set("deviation", Json.of(Math.sqrt(variance)));
  }
}
