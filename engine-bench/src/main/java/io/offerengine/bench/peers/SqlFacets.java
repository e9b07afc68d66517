package io.offerengine.bench.peers;

import io.offerengine.bench.searches.Column;
import io.offerengine.bench.searches.DrawnSearch;
import io.offerengine.bench.searches.FacetColumns;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Facets as SQL statements, one for each facet, since each has other conditions.
 *
 * <p><b>Threads.</b> Confined to one thread.
 */
final class SqlFacets {
  private final List<Facet> facets = new ArrayList<>();

  /** A statement, and how its rows become a part of the answer. */
  private record Facet(SqlSearch sql, PreparedStatement statement, Reader reader) {}

  /** Reads the rows of a facet. */
  private interface Reader {
    void read(ResultSet rows, FacetAnswer answer) throws SQLException;
  }

  /**
   * Prepares the statements of a search.
   *
   * @param statements the statements that were prepared before, by text
   */
  SqlFacets(Connection connection, Map<String, PreparedStatement> statements, DrawnSearch search)
      throws SQLException {
    boolean countsBundles = search.answer() == DrawnSearch.Answer.BUNDLE_FACETS;
    String count = countsBundles ? "count(DISTINCT bundle_id)" : "count(*)";
    List<SqlSearch> texts = new ArrayList<>();
    List<Reader> readers = new ArrayList<>();
    texts.add(SqlSearch.counting(search, Column.ID, count, ""));
    readers.add((rows, answer) -> {
      rows.next();
      answer.add(rows.getLong(1));
    });
    for (Column column : FacetColumns.VALUES) {
      String name = column.label();
      String what = name + ", " + count + " AS offers_found";
      texts.add(
          SqlSearch.counting(
              search, column, what, " GROUP BY " + name + " ORDER BY offers_found DESC, " + name));
      readers.add((rows, answer) -> readValues(column, rows, answer));
    }
    for (Column column : FacetColumns.HISTOGRAMS) {
      texts.add(SqlSearch.counting(search, column, bins(column, count, search), ""));
      int bins = FacetColumns.edges(column).length + 1;
      readers.add((rows, answer) -> {
        rows.next();
        for (int bin = 1; bin <= bins; bin++) {
          answer.add(rows.getLong(bin));
        }
      });
    }
    for (Column column : FacetColumns.RANGES) {
      String name = column.label();
      texts.add(SqlSearch.counting(search, column, "min(" + name + "), max(" + name + ")", ""));
      readers.add(SqlFacets::readRange);
    }
    for (int i = 0; i < texts.size(); i++) {
      String text = texts.get(i).text();
      PreparedStatement known = statements.get(text);
      PreparedStatement statement = known == null ? connection.prepareStatement(text) : known;
      statements.put(text, statement);
      facets.add(new Facet(texts.get(i), statement, readers.get(i)));
    }
  }

  private static String bins(Column column, String count, DrawnSearch search) {
    String value = SqlSearch.expression(column, search);
    double[] edges = FacetColumns.edges(column);
    List<String> bins = new ArrayList<>();
    for (int i = 0; i <= edges.length; i++) {
      List<String> bounds = new ArrayList<>();
      if (i > 0) {
        bounds.add(value + " >= " + edges[i - 1] + "e0");
      }
      if (i < edges.length) {
        bounds.add(value + " < " + edges[i] + "e0");
      }
      bins.add(count + " FILTER (WHERE " + String.join(" AND ", bounds) + ")");
    }
    return String.join(", ", bins);
  }

  private static void readValues(Column column, ResultSet rows, FacetAnswer answer)
      throws SQLException {
    long absent = 0;
    List<FacetAnswer.Count> counts = new ArrayList<>();
    while (rows.next()) {
      @Nullable Object value = column.kind() == Column.Kind.TEXT ? rows.getString(1) : number(rows);
      long count = rows.getLong(2);
      if (value == null) {
        absent = count;
      } else {
        counts.add(new FacetAnswer.Count(value, count));
      }
    }
    answer.add(absent);
    counts.forEach(each -> answer.add(each.value(), each.count()));
  }

  private static @Nullable Double number(ResultSet rows) throws SQLException {
    double value = rows.getDouble(1);
    return rows.wasNull() ? null : value;
  }

  private static void readRange(ResultSet rows, FacetAnswer answer) throws SQLException {
    rows.next();
    double least = rows.getDouble(1);
    boolean isEmpty = rows.wasNull();
    answer.addNumber(isEmpty ? Double.POSITIVE_INFINITY : least);
    answer.addNumber(isEmpty ? Double.NEGATIVE_INFINITY : rows.getDouble(2));
  }

  long[] answer() throws SQLException {
    FacetAnswer answer = new FacetAnswer();
    for (Facet facet : facets) {
      facet.sql().setParameters(facet.statement());
      try (ResultSet rows = facet.statement().executeQuery()) {
        facet.reader().read(rows, answer);
      }
    }
    return answer.toArray();
  }
}
