package io.offerengine.internal.segment;

import io.offerengine.internal.column.Bits;
import io.offerengine.internal.column.Footprint;

/**
 * Which rows of a segment are still the row of an offer; the others were replaced or deleted.
 *
 * <p><b>Layout.</b> A bitmap in chunks of {@link #CHUNK_ROWS} rows, so that a writer copies only
 * the chunks that it changes. Rows that will be appended to an open segment are live from the
 * start.
 *
 * <p><b>Threads.</b> Immutable; an {@link Editor} is confined to the writer.
 */
public final class LiveRows {
  /**
   * 512 bytes: what one batch copies for the first row that dies in a chunk, beside an array of the
   * segment's chunks, which has as many bytes at half a million rows.
   */
  static final int CHUNK_ROWS = 4096;

  private static final int CHUNK_WORDS = CHUNK_ROWS / Long.SIZE;

  private final long[][] chunks;
  private final int dead;

  private LiveRows(long[][] chunks, int dead) {
    this.chunks = chunks;
    this.dead = dead;
  }

  /** Returns all of some rows as live. */
  public static LiveRows all(int capacity) {
    long[][] chunks = new long[(capacity + CHUNK_ROWS - 1) / CHUNK_ROWS][];
    for (int chunk = 0; chunk < chunks.length; chunk++) {
      int rows = Math.min(CHUNK_ROWS, capacity - chunk * CHUNK_ROWS);
      chunks[chunk] = Bits.all(rows);
    }
    return new LiveRows(chunks, 0);
  }

  /** Returns whether a row is live. */
  public boolean isLive(int row) {
    return Bits.get(chunks[row / CHUNK_ROWS], row % CHUNK_ROWS);
  }

  /** Keeps those of some rows that are live, in their order; returns how many. */
  public int filter(int[] rows, int size) {
    if (dead == 0) {
      return size;
    }
    if (chunks.length == 1) {
      return Bits.keep(chunks[0], false, rows, size);
    }
    int kept = 0;
    for (int i = 0; i < size; i++) {
      int row = rows[i];
      long[] chunk = chunks[row / CHUNK_ROWS];
      rows[kept] = row;
      kept += (int) (chunk[row % CHUNK_ROWS >>> 6] >>> row & 1);
    }
    return kept;
  }

  /** Returns how many rows have died. */
  public int deadCount() {
    return dead;
  }

  /** Copies a run of words of the bitmap, at their own places. */
  void copy(long[] target, int from, int to) {
    int at = from;
    while (at < to) {
      int end = Math.min(to, (at / CHUNK_WORDS + 1) * CHUNK_WORDS);
      System.arraycopy(chunks[at / CHUNK_WORDS], at % CHUNK_WORDS, target, at, end - at);
      at = end;
    }
  }

  /** Returns the memory that it holds, in bytes. */
  public long bytes() {
    long bytes = Footprint.array(chunks.length, Footprint.REFERENCE);
    for (long[] chunk : chunks) {
      bytes += Footprint.array(chunk.length, Long.BYTES);
    }
    return bytes;
  }

  /**
   * Lets rows die, one batch after the other.
   *
   * <p>An array that is the published one is not the batch's own yet.
   */
  @SuppressWarnings("ReferenceEquality")
  public static final class Editor {
    private LiveRows published;
    private long[][] chunks;
    private int dead;

    /** Starts with rows that were published. */
    public Editor(LiveRows start) {
      this.published = start;
      this.chunks = start.chunks;
      this.dead = start.dead;
    }

    /** Lets a live row die. */
    public void kill(int row) {
      if (chunks == published.chunks) {
        chunks = chunks.clone();
      }
      int chunk = row / CHUNK_ROWS;
      if (chunks[chunk] == published.chunks[chunk]) {
        chunks[chunk] = chunks[chunk].clone();
      }
      assert Bits.get(chunks[chunk], row % CHUNK_ROWS) : "row " + row + " died twice";
      Bits.clear(chunks[chunk], row % CHUNK_ROWS);
      dead++;
    }

    /** Returns how many rows have died. */
    public int deadCount() {
      return dead;
    }

    /** Returns whether a row is live. */
    public boolean isLive(int row) {
      return Bits.get(chunks[row / CHUNK_ROWS], row % CHUNK_ROWS);
    }

    /** Returns the rows as they are now, and starts the next batch. */
    public LiveRows publish() {
      if (chunks != published.chunks) {
        published = new LiveRows(chunks, dead);
      }
      return published;
    }
  }
}
