package io.offerengine.internal.index;

import io.offerengine.internal.column.GrowingTextColumn;

/**
 * Lists the rows of a tail that have the text of one collation key, the latest row first.
 *
 * <p><b>Threads.</b> Confined to one query.
 */
final class ChainedRows implements RowBatches {
  private final GrowingTextColumn column;
  private final String key;
  private final int rowCount;
  private final int codeCount;
  private int nextCode;
  private int nextRow = GrowingTextColumn.NO_ROW;

  /**
   * Lists the rows of a column that {@linkplain GrowingTextColumn#isChained chains} them.
   *
   * @param rowCount how many rows the snapshot sees; later rows are skipped
   */
  ChainedRows(GrowingTextColumn column, String key, int rowCount) {
    this.column = column;
    this.key = key;
    this.rowCount = rowCount;
    this.codeCount = column.codeCount();
  }

  @Override
  public int next(int[] rows, int kept) {
    int size = kept;
    while (size < rows.length) {
      if (nextRow != GrowingTextColumn.NO_ROW) {
        rows[size++] = nextRow;
        nextRow = column.earlierRow(nextRow);
      } else if ((nextCode = column.codeOf(key, nextCode, codeCount)) < codeCount) {
        nextRow = column.latestRow(nextCode++, rowCount);
      } else {
        break;
      }
    }
    return size - kept;
  }
}
