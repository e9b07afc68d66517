package io.offerengine.server.cli;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A table of texts that fits a given width.
 *
 * <p>A column is as wide as its longest text. If the lines would be too long, the widest column
 * that may shrink shrinks first. A text that does not fit is cut and ends with an ellipsis. Widths
 * count code points.
 *
 * <p><b>Threads.</b> Confined to one thread.
 */
final class TextTable {
  private static final int GAP = 2;
  private static final int LEAST_WIDTH = 6;

  private final int maxWidth;
  private final List<Column> columns;
  private final List<String[]> rows = new ArrayList<>();

  /**
   * A column.
   *
   * @param title the title
   * @param unit the unit of the values; empty for none
   * @param isNumeric whether the values are numbers, which align right and are never cut
   */
  record Column(String title, String unit, boolean isNumeric) {}

  /** Creates a table without rows. If any column has a unit, the second line shows the units. */
  TextTable(int maxWidth, List<Column> columns) {
    this.maxWidth = maxWidth;
    this.columns = List.copyOf(columns);
    rows.add(columns.stream().map(Column::title).toArray(String[]::new));
    if (columns.stream().anyMatch(column -> !column.unit().isEmpty())) {
      rows.add(columns.stream().map(Column::unit).toArray(String[]::new));
    }
  }

  /** Adds a row with one text per column. Control characters become blanks. */
  void add(String... texts) {
    if (texts.length != columns.size()) {
      throw new IllegalArgumentException(
          "a row has " + columns.size() + " texts, but got " + Arrays.toString(texts));
    }
    String[] row = new String[texts.length];
    for (int i = 0; i < row.length; i++) {
      row[i] = texts[i].replaceAll("\\p{Cntrl}", " ");
    }
    rows.add(row);
  }

  private int[] widths() {
    int[] widths = new int[columns.size()];
    for (String[] row : rows) {
      for (int i = 0; i < widths.length; i++) {
        widths[i] = Math.max(widths[i], length(row[i]));
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

  /** Returns the lines, separated by line feeds, without blanks at their ends. */
  @Override
  public String toString() {
    int[] widths = widths();
    List<String> lines = new ArrayList<>();
    for (String[] row : rows) {
      StringBuilder line = new StringBuilder();
      for (int i = 0; i < widths.length; i++) {
        line.append(i == 0 ? "" : " ".repeat(GAP));
        line.append(fit(row[i], widths[i], columns.get(i).isNumeric()));
      }
      lines.add(line.toString().stripTrailing());
    }
    return String.join("\n", lines);
  }
}
