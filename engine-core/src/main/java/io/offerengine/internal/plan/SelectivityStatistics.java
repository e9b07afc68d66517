package io.offerengine.internal.plan;

import io.offerengine.internal.index.AlternativesClause;
import io.offerengine.internal.index.Clause;
import io.offerengine.schema.Field;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/**
 * The share of rows that each condition of a query accepts, as the indexes of the sealed segments
 * planned so far report it. These shares order the checks of clauses that have no index. In sealed
 * segments, those that look for a part of each text come last, since a check of theirs costs as
 * much as many others. All tails have the order of the first one that is planned.
 *
 * <p><b>Threads.</b> Confined to one query.
 */
final class SelectivityStatistics {
  /** Larger than every share: a condition that no index has reported checks last. */
  private static final double UNKNOWN = 2;

  private final Field[] fields;

  /** By number of the condition: how many rows it accepted, and of how many. */
  private final double[] acceptedRows;

  private final double[] reportedRows;

  /** Null until the first tail is planned. */
  private int @Nullable [] checkOrder;

  private final Comparator<Clause> order = this::compare;

  /**
   * Creates statistics without any report.
   *
   * @param fields of the conditions, by their number
   * @param others how many conditions follow that are on several fields
   */
  SelectivityStatistics(Field[] fields, int others) {
    this.fields = fields;
    this.acceptedRows = new double[fields.length + others];
    this.reportedRows = new double[fields.length + others];
  }

  /** Adds a report: of {@code rows} rows a condition accepts {@code accepted}. */
  void report(int condition, int accepted, int rows) {
    acceptedRows[condition] += accepted;
    reportedRows[condition] += rows;
  }

  /**
   * Returns the order in which clauses check a row: those with an index first. Of these, clauses
   * that read one bit come first, since they spare most rows the look at a column.
   */
  Comparator<Clause> order() {
    return order;
  }

  private int compare(Clause left, Clause right) {
    int byIndex = Boolean.compare(right.isIndexed(), left.isIndexed());
    int byCost = byIndex != 0 ? byIndex : left.check().compareTo(right.check());
    if (byCost != 0) {
      return byCost;
    }
    if (left.isIndexed()) {
      return Planner.BY_ESTIMATE.compare(left, right);
    }
    int byShare = Double.compare(share(left), share(right));
    return byShare != 0 ? byShare : Planner.byField(left, right);
  }

  /** Returns whether a condition accepts so few rows that a list of them is worth reading. */
  boolean isFew(int condition) {
    return share(condition) <= CostModel.MOST_LISTED_SHARE;
  }

  private double share(Clause clause) {
    for (int i = 0; i < fields.length; i++) {
      if (fields[i] == clause.field() && !(clause instanceof AlternativesClause)) {
        return share(i);
      }
    }
    return UNKNOWN;
  }

  private double share(int condition) {
    return reportedRows[condition] > 0
        ? acceptedRows[condition] / reportedRows[condition]
        : UNKNOWN;
  }

  /** Returns the numbers of the conditions in the order in which they check the rows of tails. */
  int[] checkOrder() {
    int[] known = checkOrder;
    if (known == null) {
      known = new int[acceptedRows.length];
      for (int i = 0; i < known.length; i++) {
        int position = i;
        for (; position > 0 && share(known[position - 1]) > share(i); position--) {
          known[position] = known[position - 1];
        }
        known[position] = i;
      }
      checkOrder = known;
    }
    return known;
  }
}
