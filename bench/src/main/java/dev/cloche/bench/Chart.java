package dev.cloche.bench;

import java.awt.Color;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.knowm.xchart.BitmapEncoder;
import org.knowm.xchart.BitmapEncoder.BitmapFormat;
import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.CategoryChartBuilder;
import org.knowm.xchart.style.Styler;

/**
 * The chart of kernels: for each, how many times as long each column took as the engine's metered
 * code, with error bars. The engine would be 1 everywhere.
 */
final class Chart {

  /** What would press the others together; the page has them. */
  private static final List<Column> LEFT_OUT =
      List.of(Column.METERED, Column.INTERPRETED, Column.GRAAL, Column.QUICKJS4J);

  private final Results<Kernel, Column> results;

  Chart(Results<Kernel, Column> results) {
    this.results = results;
  }

  /**
   * The columns that are drawn: all that were measured beside the engine's own, but the slowest.
   */
  List<Column> columns() {
    return results.columns().stream()
        .filter(column -> !LEFT_OUT.contains(column))
        .filter(column -> !results.common(column, Column.METERED).isEmpty())
        .toList();
  }

  /** Writes a PNG, if there is anything to draw. */
  void write(Path file) throws IOException {
    if (!columns().isEmpty()) {
      BitmapEncoder.saveBitmapWithDPI(draw(), file.toString(), BitmapFormat.PNG, 110);
    }
  }

  private CategoryChart draw() {
    CategoryChart chart =
        new CategoryChartBuilder()
            .width(1000)
            .height(480)
            .title("Time of unmetered code, where Cloche's metered code takes 1 (less is faster)")
            .yAxisTitle("times metered")
            .build();
    Styler style = chart.getStyler();
    style.setChartBackgroundColor(Color.WHITE);
    style.setLegendPosition(Styler.LegendPosition.OutsideS);
    style.setLegendLayout(Styler.LegendLayout.Horizontal);
    chart.getStyler().setXAxisLabelRotation(30);
    chart.getStyler().setAvailableSpaceFill(0.8);
    for (Column column : columns()) {
      addSeries(chart, column);
    }
    return chart;
  }

  private void addSeries(CategoryChart chart, Column column) {
    List<String> kernels = new ArrayList<>();
    List<Double> values = new ArrayList<>();
    List<Double> errors = new ArrayList<>();
    for (Kernel kernel : results.common(column, Column.METERED)) {
      Samples.Ratio ratio = results.of(kernel, column).over(results.of(kernel, Column.METERED));
      kernels.add(kernel.name().toLowerCase(Locale.ROOT));
      values.add(ratio.value());
      errors.add(ratio.error());
    }
    Object ignored = chart.addSeries(column.heading(), kernels, values, errors);
  }
}
