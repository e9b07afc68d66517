package io.offerengine.server.cli;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;

/**
 * Draws things as the rows of a table of texts that fits a given width.
 *
 * <p>A column is as wide as its longest text. If the lines would be too long, the widest column
 * that may shrink shrinks first. A text that does not fit is cut and ends with an ellipsis. Widths
 * count code points.
 *
 * <p><b>Threads.</b> Confined to one thread.
 *
 * @param <T> what a row shows
 */
final class TextTable<T> {
  private static final int GAP = 2;
  private static final int LEAST_WIDTH = 6;

  private final List<Column<T>> columns = new ArrayList<>();

  private record Column<T>(
      String title, String unit, boolean isNumeric, Function<T, String> text) {}

  /** Adds a column of texts. */
  TextTable<T> texts(String title, Function<T, String> text) {
    columns.add(new Column<>(title, "", false, text));
    return this;
  }

  /** Adds a column of numbers, which align right and are never cut. The unit is empty for none. */
  TextTable<T> numbers(String title, String unit, Function<T, String> text) {
    columns.add(new Column<>(title, unit, true, text));
    return this;
  }

  /**
   * Returns the lines, separated by line feeds, without blanks at their ends. If any column has a
   * unit, the second line shows the units. Control characters become blanks.
   */
  String draw(Iterable<? extends T> things, int maxWidth) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(row(Column::title));
    if (columns.stream().anyMatch(column -> !column.unit().isEmpty())) {
      rows.add(row(Column::unit));
    }
    for (T thing : things) {
      rows.add(row(column -> column.text().apply(thing).replaceAll("\\p{Cntrl}", " ")));
    }
    int[] widths = widths(rows, maxWidth);
    List<String> lines = new ArrayList<>();
    for (List<String> row : rows) {
      StringBuilder line = new StringBuilder();
      for (int i = 0; i < widths.length; i++) {
        line.append(i == 0 ? "" : " ".repeat(GAP));
        line.append(fit(row.get(i), widths[i], columns.get(i).isNumeric()));
      }
      lines.add(line.toString().stripTrailing());
    }
    return String.join("\n", lines);
  }

  private List<String> row(Function<Column<T>, String> text) {
    return columns.stream().map(text).toList();
  }

  private int[] widths(List<List<String>> rows, int maxWidth) {
    int[] widths = new int[columns.size()];
    for (List<String> row : rows) {
      for (int i = 0; i < widths.length; i++) {
        widths[i] = Math.max(widths[i], length(row.get(i)));
      }
    }
    int excess = Arrays.stream(widths).sum() + GAP * (widths.length - 1) - maxWidth;
    for (int widest = widestText(widths); excess > 0 && widest >= 0; excess--) {
      widths[widest]--;
      widest = widestText(widths);
    }
    return widths;
  }

  private int widestText(int[] widths) {
    int widest = -1;
    for (int i = 0; i < widths.length; i++) {
      boolean mayShrink = !columns.get(i).isNumeric() && widths[i] > LEAST_WIDTH;
      if (mayShrink && (widest < 0 || widths[i] > widths[widest])) {
        widest = i;
      }
    }
    return widest;
  }

  private static int length(String text) {
    return text.codePointCount(0, text.length());
  }

  private static String fit(String text, int width, boolean toTheRight) {
    int length = length(text);
    if (length > width) {
      return text.substring(0, text.offsetByCodePoints(0, width - 1)) + "…";
    }
    String blanks = " ".repeat(width - length);
    return toTheRight ? blanks + text : text + blanks;
  }
}
