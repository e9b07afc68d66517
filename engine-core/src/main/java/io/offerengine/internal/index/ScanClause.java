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
    if (!(column instanceof DictionaryColumn coded)) {
      return new OfTexts(field, (GrowingTextColumn) column, texts, rowCount);
    }
    if (texts.hasPatterns()) {
      return new OfPatterns(field, coded, texts, rowCount, deadline);
    }
    long[] codes = coded.dictionary().select(texts, deadline);
    return ofCodes(field, coded, codes, texts.includesAbsent(), rowCount);
  }

  /** Returns the clause that checks a column for the numbers of a set. */
  public static ScanClause of(
      Field field, NumericColumn column, NumericSet accepted, int rowCount) {
    return new OfNumbers(field, column, accepted, rowCount);
  }

  /**
   * Returns the clause that checks a column for some codes.
   *
   * @param codes a bitmap of the accepted codes
   */
  static ScanClause ofCodes(
      Field field, DictionaryColumn column, long[] codes, boolean includesAbsent, int rowCount) {
    return new OfCodes(field, column, codes, includesAbsent, rowCount);
  }

  @Override
  public int bitmapCount() {
    return 0;
  }

  /** Returns the name and what was tested for patterns, as explanations print them. */
  String tested(String what) {
    return name() + " (" + what + " tested)";
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

  private static final class OfCodes extends ScanClause {
    private final DictionaryColumn column;
    private final long[] codes;
    private final boolean includesAbsent;

    OfCodes(
        Field field, DictionaryColumn column, long[] codes, boolean includesAbsent, int rowCount) {
      super(field, rowCount, Check.VALUE);
      this.column = column;
      this.codes = codes;
      this.includesAbsent = includesAbsent;
    }

    @Override
    public int filter(int[] rows, int size) {
      return column.filter(rows, size, codes, includesAbsent);
    }
  }

  /**
   * Tests the texts of the rows that it is asked for, and all distinct texts once these are many.
   */
  private static final class OfPatterns extends ScanClause {
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

    /** The accepted codes; null while rows are tested. */
    private long @Nullable [] codes;

    OfPatterns(
        Field field, DictionaryColumn column, TextSet accepted, int rowCount, Runnable deadline) {
      super(field, rowCount, Check.TEXT);
      this.column = column;
      this.accepted = accepted;
      this.deadline = deadline;
      this.mostRows = column.dictionary().size() / TEXTS_PER_TEST;
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

    /** Tells whether rows were tested, or all distinct texts, or one after the other. */
    @Override
    public String toString() {
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
      this.verdicts = new byte[column.codeCount() + 1];
      this.verdicts[TextColumn.ABSENT + 1] = accepted.includesAbsent() ? ACCEPTED : REFUSED;
    }

    private boolean acceptsCode(int code) {
      byte verdict = verdicts[code + 1];
      if (verdict == 0) {
        verdict = accepted.contains(column.keyOf(code)) ? ACCEPTED : REFUSED;
        verdicts[code + 1] = verdict;
      }
      return verdict == ACCEPTED;
    }

    @Override
    public int filter(int[] rows, int size) {
      String only = accepted.onlyKey();
      return verify(rows, only == null ? size : column.keepHashed(rows, size, only.hashCode()));
    }

    @Override
    public @Nullable RowBatches batches() {
      RowChains chains = column.chains();
      String only = accepted.onlyKey();
      return chains == null || only == null
          ? null
          : new ChainedRows(column, chains, only, rowCount);
    }

    @Override
    public String toString() {
      if (!accepted.hasPatterns()) {
        return name();
      }
      int texts = 0;
      for (int i = TextColumn.ABSENT + 2; i < verdicts.length; i++) {
        texts += verdicts[i] == 0 ? 0 : 1;
      }
      return tested(texts + " distinct texts");
    }

    private int verify(int[] rows, int size) {
      int left = 0;
      for (int i = 0; i < size; i++) {
        int row = rows[i];
        rows[left] = row;
        left += acceptsCode(column.code(row)) ? 1 : 0;
      }
      return left;
    }
  }
}
