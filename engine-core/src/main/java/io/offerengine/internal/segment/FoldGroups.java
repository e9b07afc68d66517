package io.offerengine.internal.segment;

import io.offerengine.internal.column.Bits;
import io.offerengine.internal.column.Column;
import io.offerengine.internal.column.KeyChains;
import io.offerengine.internal.column.ListColumn;
import io.offerengine.internal.column.NumericColumn;
import io.offerengine.internal.column.TextColumn;
import io.offerengine.schema.Field;
import io.offerengine.schema.Formula;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a sealed segment in groups of one fold value, numbered from 0 on in the order of
 * their first rows. A row without a fold value is a group of its own.
 *
 * <p>Offers fold because they are alike, so most fields have one value in nearly every group. A
 * count of folds then looks at one row of such a group.
 *
 * <p><b>Cost.</b> Four bytes per row and per group; for a field that differs within some groups, a
 * bit per row. The first question about a field reads its column once.
 *
 * <p><b>Threads.</b> Safe for all threads: two that ask first find the same answer.
 */
public final class FoldGroups {
  /** If the rows that differ are a greater share than one of so many, all rows count as such. */
  private static final int LEAST_SHARE = 4;

  private final SealedSegment segment;
  private final int[] ofRows;
  private final int[] firstRows;

  /** By slot; null if it is not known yet. */
  private final AtomicReferenceArray<@Nullable Mixed> mixed;

  /**
   * The rows of the groups that have several values of a field.
   *
   * @param rows as a bitmap: empty for none, null if all rows count as such
   */
  private record Mixed(@SuppressWarnings("ArrayRecordComponent") long @Nullable [] rows) {
    boolean isNone() {
      return rows != null && rows.length == 0;
    }
  }

  private FoldGroups(SealedSegment segment, int[] ofRows, int[] firstRows) {
    this.segment = segment;
    this.ofRows = ofRows;
    this.firstRows = firstRows;
    this.mixed = new AtomicReferenceArray<>(segment.schema().columns().size());
  }

  static FoldGroups of(SealedSegment segment, NumericColumn folds, KeyChains chains) {
    int[] ofRows = new int[segment.size()];
    int[] firstRows = new int[ofRows.length];
    int count = 0;
    for (int row = 0; row < ofRows.length; row++) {
      int before = folds.isPresent(row) ? chains.earlier(folds.key(row), row) : KeyChains.NONE;
      if (before == KeyChains.NONE) {
        firstRows[count] = row;
        ofRows[row] = count++;
      } else {
        ofRows[row] = ofRows[before];
      }
    }
    return new FoldGroups(segment, ofRows, Arrays.copyOf(firstRows, count));
  }

  /** Returns the number of groups. */
  public int count() {
    return firstRows.length;
  }

  /** Returns by row the number of its group; not to be changed. */
  public int[] ofRows() {
    return ofRows;
  }

  /**
   * Returns the rows of the groups that have several values of a field, absence included, as a
   * bitmap: empty if there are none, null if all rows count as such.
   */
  public long @Nullable [] mixedRows(Field field) {
    Formula formula = field.formula();
    if (formula == null) {
      return mixed(field).rows;
    }
    boolean isUniform = formula.inputs().stream().allMatch(input -> mixed(input.field()).isNone());
    return isUniform ? new long[0] : null;
  }

  private Mixed mixed(Field field) {
    Mixed known = mixed.get(field.slot());
    if (known == null) {
      known = findMixed(equality(segment.column(field)));
      mixed.set(field.slot(), known);
    }
    return known;
  }

  private static Equality equality(Column column) {
    if (column instanceof NumericColumn numbers) {
      return (row, first) ->
          numbers.isPresent(row)
              ? numbers.isPresent(first) && numbers.key(row) == numbers.key(first)
              : !numbers.isPresent(first);
    }
    if (column instanceof TextColumn texts) {
      return (row, first) -> texts.code(row) == texts.code(first);
    }
    ListColumn lists = (ListColumn) column;
    return (row, first) -> Arrays.equals(lists.values(row), lists.values(first));
  }

  /** Compares the values of two rows. */
  private interface Equality {
    boolean areEqual(int row, int first);
  }

  private Mixed findMixed(Equality values) {
    long[] groups = new long[Bits.wordCount(count())];
    boolean isUniform = true;
    for (int row = 0; row < ofRows.length; row++) {
      int first = firstRows[ofRows[row]];
      if (row != first && !values.areEqual(row, first)) {
        Bits.set(groups, ofRows[row]);
        isUniform = false;
      }
    }
    if (isUniform) {
      return new Mixed(new long[0]);
    }
    long[] rows = new long[Bits.wordCount(ofRows.length)];
    for (int row = 0; row < ofRows.length; row++) {
      if (Bits.get(groups, ofRows[row])) {
        Bits.set(rows, row);
      }
    }
    return new Mixed(Bits.count(rows) > ofRows.length / LEAST_SHARE ? null : rows);
  }
}
