package io.offerengine.internal.index;

import io.offerengine.internal.column.Bits;
import io.offerengine.internal.column.Column;
import io.offerengine.internal.column.DictionaryColumn;
import io.offerengine.internal.column.GrowingTextColumn;
import io.offerengine.internal.column.ListColumn;
import io.offerengine.internal.column.NumericColumn;
import io.offerengine.internal.column.RowChains;
import io.offerengine.internal.column.TextColumn;
import io.offerengine.query.ListSet;
import io.offerengine.query.NumericSet;
import io.offerengine.query.TextSet;
import io.offerengine.query.ValueSet;
import io.offerengine.schema.Field;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A clause without an index: it reads the column row by row. */
public abstract class ScanClause extends Clause {
  private ScanClause(Field field, int rowCount, Check check) {
    super(field, rowCount, check);
  }

  /**
   * Returns the clause that checks a column for the values of a set.
   *
   * @param deadline checks the deadline of the search
   */
  public static ScanClause of(
      Field field, Column column, ValueSet accepted, int rowCount, Runnable deadline) {
    if (accepted instanceof NumericSet numbers) {
      return of(field, (NumericColumn) column, numbers, rowCount);
    }
    if (accepted instanceof ListSet lists) {
      return new OfLists(field, (ListColumn) column, lists, rowCount);
    }
    TextSet texts = (TextSet) accepted;
    return column instanceof DictionaryColumn coded
        ? new OfCodes(field, coded, texts, null, rowCount, deadline)
        : new OfTexts(field, (GrowingTextColumn) column, texts, rowCount);
  }

  /** Returns the clause that checks a column for the numbers of a set. */
  public static ScanClause of(
      Field field, NumericColumn column, NumericSet accepted, int rowCount) {
    return new OfNumbers(field, column, accepted, rowCount);
  }

  @Override
  public int bitmapCount() {
    return 0;
  }

  /** Returns the field and what was tested for patterns, as explanations print them. */
  String tested(String what) {
    return field() + " (" + what + " tested)";
  }

  private static final class OfNumbers extends ScanClause {
    private final NumericColumn column;
    private final NumericSet accepted;

    OfNumbers(Field field, NumericColumn column, NumericSet accepted, int rowCount) {
      super(field, rowCount, Check.VALUE);
      this.column = column;
      this.accepted = accepted;
    }

    @Override
    @Nullable KeyRange keyRange() {
      return KeyRange.of(column, accepted);
    }

    @Override
    public int filter(int[] rows, int size) {
      return column.filter(rows, size, accepted);
    }

    @Override
    public void narrow(long[] words, int from, int to) {
      if (accepted.rangeCount() == 1 && !accepted.includesAbsent()) {
        column.narrow(words, from, to, accepted.low(0), accepted.high(0));
      }
    }
  }

  /**
   * Looks the codes of rows up among the accepted ones. For patterns whose codes are not known, it
   * tests the texts of the rows that it is asked for, and all distinct texts once these rows are
   * many.
   */
  static final class OfCodes extends ScanClause {
    /**
     * Rows are tested one by one until their tests are a sixteenth of the distinct texts. The next
     * rows have all distinct texts tested, once: many rows seem to be left, and each of them then
     * costs a bit. So the tests before are in vain for a sixteenth at most.
     */
    private static final int TEXTS_PER_TEST = 16;

    private final DictionaryColumn column;
    private final TextSet accepted;
    private final Runnable deadline;
    private final int mostRows;
    private int rowsTested;

    /** The accepted codes; null before they are needed. */
    private long @Nullable [] codes;

    /**
     * Creates a clause.
     *
     * @param codes a bitmap of the accepted codes; null if they are not known yet
     */
    OfCodes(
        Field field,
        DictionaryColumn column,
        TextSet accepted,
        long @Nullable [] codes,
        int rowCount,
        Runnable deadline) {
      super(field, rowCount, codes == null && accepted.hasPatterns() ? Check.TEXT : Check.VALUE);
      this.column = column;
      this.accepted = accepted;
      this.codes = codes;
      this.deadline = deadline;
      this.mostRows = check() == Check.TEXT ? column.dictionary().size() / TEXTS_PER_TEST : 0;
    }

    @Override
    public int filter(int[] rows, int size) {
      return codes == null && size <= mostRows - rowsTested
          ? test(rows, size)
          : column.filter(rows, size, codes(), accepted.includesAbsent());
    }

    private int test(int[] rows, int size) {
      rowsTested += size;
      int left = 0;
      for (int i = 0; i < size; i++) {
        int code = column.code(rows[i]);
        boolean isAccepted =
            code == TextColumn.ABSENT
                ? accepted.includesAbsent()
                : accepted.contains(column.dictionary().key(code));
        rows[left] = rows[i];
        left += isAccepted ? 1 : 0;
      }
      return left;
    }

    private long[] codes() {
      if (codes == null) {
        codes = column.dictionary().select(accepted, deadline);
      }
      return codes;
    }

    /** For patterns, tells whether rows were tested, or all distinct texts, or both in turn. */
    @Override
    public String toString() {
      if (check() != Check.TEXT) {
        return field().toString();
      }
      if (codes == null) {
        return tested(rowsTested + " rows");
      }
      String before = rowsTested == 0 ? "" : rowsTested + " rows, then ";
      int texts = Bits.count(column.dictionary().candidates(accepted));
      return tested(before + texts + " distinct texts");
    }
  }

  private static final class OfLists extends ScanClause {
    private final ListColumn column;
    private final ListSet accepted;

    OfLists(Field field, ListColumn column, ListSet accepted, int rowCount) {
      super(field, rowCount, Check.VALUE);
      this.column = column;
      this.accepted = accepted;
    }

    @Override
    public int filter(int[] rows, int size) {
      int left = 0;
      for (int i = 0; i < size; i++) {
        List<?> list = column.keys(rows[i]);
        rows[left] = rows[i];
        left += (list == null ? accepted.includesAbsent() : accepted.contains(list)) ? 1 : 0;
      }
      return left;
    }
  }

  /** Compares each text of a tail once, and remembers the result by its code. */
  private static final class OfTexts extends ScanClause {
    private static final byte ACCEPTED = 1;
    private static final byte REFUSED = 2;

    private final GrowingTextColumn column;
    private final TextSet accepted;
    private final int rowCount;

    /** The result of each code, absence first; 0 before the text was compared. */
    private final byte[] verdicts;

    OfTexts(Field field, GrowingTextColumn column, TextSet accepted, int rowCount) {
      super(field, rowCount, Check.VALUE);
      this.rowCount = rowCount;
      this.column = column;
      this.accepted = accepted;
      this.verdicts = new byte[column.dictionary().size() + 1];
      this.verdicts[TextColumn.ABSENT + 1] = accepted.includesAbsent() ? ACCEPTED : REFUSED;
    }

    private boolean acceptsCode(int code) {
      byte verdict = verdicts[code + 1];
      if (verdict == 0) {
        verdict = accepted.contains(column.dictionary().key(code)) ? ACCEPTED : REFUSED;
        verdicts[code + 1] = verdict;
      }
      return verdict == ACCEPTED;
    }

    @Override
    public int filter(int[] rows, int size) {
      String only = accepted.onlyKey();
      int hashed = only == null ? size : column.keepHashed(rows, size, only.hashCode());
      int left = 0;
      for (int i = 0; i < hashed; i++) {
        int row = rows[i];
        rows[left] = row;
        left += acceptsCode(column.code(row)) ? 1 : 0;
      }
      return left;
    }

    /** Lists the rows of the only accepted key, the latest row of each text first. */
    @Override
    public @Nullable RowBatches batches() {
      RowChains chains = column.chains();
      String only = accepted.onlyKey();
      if (chains == null || only == null) {
        return null;
      }
      int codeCount = column.dictionary().size();
      return new RowBatches() {
        private int nextCode;
        private int nextRow = RowChains.NONE;

        @Override
        public int next(int[] rows, int kept) {
          int size = kept;
          while (size < rows.length) {
            if (nextRow != RowChains.NONE) {
              rows[size++] = nextRow;
              nextRow = chains.earlier(nextRow);
            } else if ((nextCode = column.codeOf(only, nextCode, codeCount)) < codeCount) {
              nextRow = chains.latest(nextCode++, rowCount);
            } else {
              break;
            }
          }
          return size - kept;
        }
      };
    }

    @Override
    public String toString() {
      if (!accepted.hasPatterns()) {
        return field().toString();
      }
      int texts = 0;
      for (int i = TextColumn.ABSENT + 2; i < verdicts.length; i++) {
        texts += verdicts[i] == 0 ? 0 : 1;
      }
      return tested(texts + " distinct texts");
    }
  }
}
