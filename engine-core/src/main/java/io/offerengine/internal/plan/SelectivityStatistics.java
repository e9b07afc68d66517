package io.offerengine.internal.plan;

import io.offerengine.internal.index.Clause;
import io.offerengine.schema.Field;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/**
 * What share of rows each condition of a search accepts, as far as the sealed segments planned so
 * far tell: it says in what order the rows of others are best checked.
 *
 * <p><b>Threads.</b> Confined to one query.
 */
final class SelectivityStatistics {
  /** More than all rows: what no segment tells of is checked last. */
  private static final double UNKNOWN = 2;

  /** A list that leads to more of the rows takes longer than looking at each: decision 42. */
  private static final double FEW = 0.25;

  private final Field[] fields;

  /** By place of the condition, how many rows were accepted, and of how many. */
  private final double[] acceptedRows;

  private final double[] boundRows;

  /** Null until few rows are to be checked. */
  private int @Nullable [] checkOrder;

  private final Comparator<Clause> order = this::compare;

  /**
   * Starts without any.
   *
   * @param fields of the conditions, by their place
   */
  SelectivityStatistics(Field[] fields) {
    this.fields = fields;
    this.acceptedRows = new double[fields.length];
    this.boundRows = new double[fields.length];
  }

  /** Notes how many of some rows a condition accepts. */
  void note(int place, int accepted, int rows) {
    acceptedRows[place] += accepted;
    boundRows[place] += rows;
  }

  /** Returns the order in which clauses without an index are best checked. */
  Comparator<Clause> order() {
    return order;
  }

  private int compare(Clause left, Clause right) {
    int byShare = Double.compare(share(left.field()), share(right.field()));
    return byShare != 0 ? byShare : Planner.byField(left, right);
  }

  /** Returns whether a condition probably accepts so few rows that these are better listed. */
  boolean isFew(int place) {
    return share(place) <= FEW;
  }

  private double share(Field field) {
    for (int i = 0; i < fields.length; i++) {
      if (fields[i] == field) {
        return share(i);
      }
    }
    return UNKNOWN;
  }

  private double share(int place) {
    return boundRows[place] > 0 ? acceptedRows[place] / boundRows[place] : UNKNOWN;
  }

  /** Returns the places of the conditions in the order in which few rows are checked. */
  int[] checkOrder() {
    int[] known = checkOrder;
    if (known == null) {
      known = new int[fields.length];
      for (int i = 0; i < known.length; i++) {
        int place = i;
        for (; place > 0 && share(known[place - 1]) > share(i); place--) {
          known[place] = known[place - 1];
        }
        known[place] = i;
      }
      checkOrder = known;
    }
    return known;
  }

  /**
   * Returns whether the first of the conditions that rows are checked by probably drops more rows
   * than a look at whether they are among the best.
   *
   * @param wanted how many are
   */
  boolean dropsMore(int wanted) {
    if (fields.length == 0) {
      return false;
    }
    double matches = 0;
    for (double rows : boundRows) {
      matches = Math.max(matches, rows);
    }
    for (int i = 0; i < fields.length; i++) {
      matches *= Math.min(1, share(i));
    }
    return share(checkOrder()[0]) * matches < wanted;
  }
}
