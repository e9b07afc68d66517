package io.offerengine.bench.market;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The rows of a resource file: comma-separated, comments after {@code #}. */
final class ResourceTable {
  private ResourceTable() {}

  /** Returns the rows of a table of a given number of columns. */
  static List<String[]> read(String name, int columns) {
    try (InputStream in = ResourceTable.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException("the table " + name + " is missing");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.startsWith("#"))
          .map(line -> split(name, line, columns))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String[] split(String name, String line, int columns) {
    String[] cells = line.split(",", -1);
    if (cells.length != columns) {
      throw new IllegalStateException(
          name + " has " + columns + " columns, but one line has " + cells.length + ": " + line);
    }
    return cells;
  }
}
