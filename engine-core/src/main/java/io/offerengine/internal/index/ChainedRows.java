package io.offerengine.internal.index;

import io.offerengine.internal.column.GrowingTextColumn;
import io.offerengine.internal.column.RowChains;

/**
 * Lists the rows of a tail that have the text of one collation key, the latest row first.
 *
 * <p><b>Threads.</b> Confined to one query.
 */
final class ChainedRows implements RowBatches {
  private final GrowingTextColumn column;
  private final RowChains chains;
  private final String key;
  private final int rowCount;
  private final int codeCount;
  private int nextCode;
  private int nextRow = RowChains.NONE;

  /**
   * Lists the rows of a text.
   *
   * @param chains those of the column
   * @param rowCount how many rows the snapshot sees; later rows are skipped
   */
  ChainedRows(GrowingTextColumn column, RowChains chains, String key, int rowCount) {
    this.column = column;
    this.chains = chains;
    this.key = key;
    this.rowCount = rowCount;
    this.codeCount = column.codeCount();
  }

  @Override
  public int next(int[] rows, int kept) {
    int size = kept;
    while (size < rows.length) {
      if (nextRow != RowChains.NONE) {
        rows[size++] = nextRow;
        nextRow = chains.earlier(nextRow);
      } else if ((nextCode = column.codeOf(key, nextCode, codeCount)) < codeCount) {
        nextRow = chains.latest(nextCode++, rowCount);
      } else {
        break;
      }
    }
    return size - kept;
  }
}
