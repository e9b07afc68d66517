package io.offerengine.internal.column;

/**
 * Linked lists of the rows of each key of a numeric column, the latest row first. A hash of the key
 * leads to its list.
 *
 * <p><b>Cost.</b> Six bytes of memory per row. {@link #latest} reads one element of a table, and
 * the keys of the other rows whose hash leads to the same list: two rows on average, but all rows
 * of a frequent key that shares the list. These reads are not counted as examined rows.
 *
 * <p><b>Threads.</b> One writer; readers read the rows that were published to them, as with {@link
 * GrowingColumn}.
 */
public final class KeyChains {
  /** The end of a list. */
  public static final int NONE = RowChains.NONE;

  /** Offers that fold share their value with one other offer on average. */
  private static final int ROWS_PER_LIST = 2;

  /** The bits of the golden ratio: Knuth's multiplicative hashing. */
  private static final long GOLDEN = 0x9E37_79B9_7F4A_7C15L;

  private final NumericColumn column;
  private final RowChains chains;
  private final int lists;

  /** Creates empty lists for a column of at most {@code capacity} rows. */
  public KeyChains(NumericColumn column, int capacity) {
    this.column = column;
    this.lists = Math.max(1, capacity / ROWS_PER_LIST);
    this.chains = new RowChains(capacity, lists);
  }

  /** Returns the lists of a column's first rows. */
  public static KeyChains of(NumericColumn column, int rowCount) {
    KeyChains all = new KeyChains(column, rowCount);
    all.add(0, rowCount);
    return all;
  }

  /**
   * Adds some rows, those without a key left out. They are set, are not published yet, and follow
   * the rows of earlier calls.
   */
  public void add(int from, int to) {
    for (int row = from; row < to; row++) {
      if (column.isPresent(row)) {
        chains.add(row, list(column.key(row)));
      }
    }
  }

  private int list(long key) {
    return (int) ((((key * GOLDEN) >>> Integer.SIZE) * lists) >>> Integer.SIZE);
  }

  /** Returns the last row below {@code rowCount} that has a key; {@link #NONE} if none has. */
  public int latest(long key, int rowCount) {
    return withKey(key, chains.latest(list(key), rowCount));
  }

  /** Returns the last row before a row of the list of a key that has this key, too. */
  public int earlier(long key, int row) {
    return withKey(key, chains.earlier(row));
  }

  private int withKey(long key, int from) {
    int row = from;
    while (row != NONE && column.key(row) != key) {
      row = chains.earlier(row);
    }
    return row;
  }
}
