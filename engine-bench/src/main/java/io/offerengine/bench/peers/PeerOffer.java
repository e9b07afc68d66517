package io.offerengine.bench.peers;

import io.offerengine.bench.searches.Column;
import io.offerengine.bench.searches.Comparison;
import io.offerengine.bench.searches.MarketTable;
import org.jspecify.annotations.Nullable;

/**
 * An offer as an object, for lists and collections. Objects with the same identifier are equal.
 *
 * <p><b>Threads.</b> Immutable.
 */
final class PeerOffer {
  private final long id;
  private final double[] numbers;
  private final @Nullable String[] texts;

  private PeerOffer(long id, double[] numbers, @Nullable String[] texts) {
    this.id = id;
    this.numbers = numbers;
    this.texts = texts;
  }

  /** Returns the offer of a row. */
  static PeerOffer of(MarketTable table, int row) {
    Column[] columns = Column.values();
    double[] numbers = new double[columns.length];
    @Nullable String[] texts = new @Nullable String[columns.length];
    for (Column column : columns) {
      switch (column.kind()) {
        case FLAG -> numbers[column.index()] = table.flags(column)[row];
        case INTEGER, NUMBER -> numbers[column.index()] = table.numbers(column)[row];
        case TEXT -> texts[column.index()] = table.textAt(column, row);
      }
    }
    return new PeerOffer(table.id(row), numbers, texts);
  }

  /** Returns the identifier. */
  long id() {
    return id;
  }

  /** Returns a number, or a flag as 1 or 0; NaN where absent. */
  double number(Column column) {
    return numbers[column.index()];
  }

  /** Returns a text; null where absent. */
  @Nullable String text(Column column) {
    return texts[column.index()];
  }

  /** Returns whether the offer fulfils a condition. */
  boolean fulfils(Comparison condition) {
    return condition.text() == null
        ? condition.holds(number(condition.column()))
        : condition.holds(text(condition.column()));
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof PeerOffer that && id == that.id;
  }

  @Override
  public int hashCode() {
    return Long.hashCode(id);
  }
}
