package io.offerengine.json.internal.write;

import java.nio.ByteBuffer;
import java.util.List;

/**
 * Rows whose JSON is known.
 *
 * <p><b>Threads.</b> Immutable, if nobody writes to the bytes.
 */
public final class RenderedRows implements ResponseRows {
  private final List<ByteBuffer> rows;
  private final int size;

  /**
   * Creates the rows of a response.
   *
   * @param rows the JSON of each row, between position and limit
   */
  public RenderedRows(List<ByteBuffer> rows) {
    this.rows = List.copyOf(rows);
    int bytes = Math.max(0, rows.size() - 1);
    for (ByteBuffer row : rows) {
      bytes = Math.addExact(bytes, row.remaining());
    }
    this.size = bytes;
  }

  @Override
  public int size() {
    return size;
  }

  @Override
  public int firstSize() {
    return rows.isEmpty() ? 0 : rows.get(0).remaining();
  }

  @Override
  public void writeTo(ByteBuffer out) {
    for (int i = 0; i < rows.size(); i++) {
      if (i > 0) {
        out.put((byte) ',');
      }
      out.put(rows.get(i).duplicate());
    }
  }
}
