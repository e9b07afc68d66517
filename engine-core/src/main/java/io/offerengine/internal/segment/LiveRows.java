package io.offerengine.internal.segment;

import io.offerengine.internal.column.Bits;
import io.offerengine.internal.file.BlockReader;
import io.offerengine.internal.file.BlockWriter;
import java.io.IOException;

/**
 * The live rows of a segment. A row is live if it is the latest row of an offer. A row dies when a
 * batch replaces or deletes its offer.
 *
 * <p><b>Layout.</b> A bitmap in chunks of {@link #CHUNK_ROWS} rows, so that a writer copies only
 * the chunks that it changes. Rows that are not appended yet count as live.
 *
 * <p><b>Threads.</b> Immutable; an {@link Editor} is confined to the writer.
 */
public final class LiveRows {
  /**
   * A chunk has 512 bytes. For the first row that dies in a chunk, a batch copies the chunk and the
   * segment's array of chunks. This array has 512 bytes at half a million rows.
   */
  static final int CHUNK_ROWS = 4096;

  private static final int CHUNK_WORDS = CHUNK_ROWS / Long.SIZE;

  private final long[][] chunks;
  private final int dead;

  private LiveRows(long[][] chunks, int dead) {
    this.chunks = chunks;
    this.dead = dead;
  }

  /** Returns a set in which all rows are live. */
  public static LiveRows all(int capacity) {
    long[][] chunks = new long[(capacity + CHUNK_ROWS - 1) / CHUNK_ROWS][];
    for (int chunk = 0; chunk < chunks.length; chunk++) {
      int rows = Math.min(CHUNK_ROWS, capacity - chunk * CHUNK_ROWS);
      chunks[chunk] = Bits.all(rows);
    }
    return new LiveRows(chunks, 0);
  }

  /**
   * Writes the set.
   *
   * @param rows how many rows the segment has
   */
  public void write(int rows, BlockWriter out) throws IOException {
    long[] words = new long[Bits.wordCount(rows)];
    copy(words, 0, words.length);
    out.write(words);
  }

  /** Reads a set. */
  public static LiveRows read(int rows, BlockReader in) throws IOException {
    long[] words = in.readPresentLongs();
    LiveRows live = all(rows);
    for (int chunk = 0; chunk < live.chunks.length; chunk++) {
      System.arraycopy(
          words, chunk * CHUNK_WORDS, live.chunks[chunk], 0, live.chunks[chunk].length);
    }
    return new LiveRows(live.chunks, rows - Bits.count(words));
  }

  /** Returns whether a row is live. */
  public boolean isLive(int row) {
    return Bits.get(chunks[row / CHUNK_ROWS], row % CHUNK_ROWS);
  }

  /** Filters a list to the live rows, without changing its order; returns how many are live. */
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

  /** Copies a run of words of the bitmap to the same indexes of another bitmap. */
  void copy(long[] target, int from, int to) {
    int at = from;
    while (at < to) {
      int end = Math.min(to, (at / CHUNK_WORDS + 1) * CHUNK_WORDS);
      System.arraycopy(chunks[at / CHUNK_WORDS], at % CHUNK_WORDS, target, at, end - at);
      at = end;
    }
  }

  /**
   * Marks rows as dead, one batch after the other.
   *
   * <p>The editor copies an array before its first change of a batch, because readers see the
   * published array.
   */
  @SuppressWarnings("ReferenceEquality")
  public static final class Editor {
    private LiveRows published;
    private long[][] chunks;
    private int dead;

    /** Creates an editor that starts from published rows. */
    public Editor(LiveRows start) {
      this.published = start;
      this.chunks = start.chunks;
      this.dead = start.dead;
    }

    /**
     * Returns an editor of rows that are all live. Until it first publishes them, no reader sees
     * its arrays, so that it changes them without a copy.
     */
    public static Editor ofAll(int capacity) {
      LiveRows all = LiveRows.all(capacity);
      Editor editor = new Editor(all);
      // A stand-in that no reader gets: the editor shares no array with it.
      editor.published = new LiveRows(new long[all.chunks.length][], 0);
      return editor;
    }

    /** Allocates what {@link #kill} needs for a row. */
    public void reserve(int row) {
      if (chunks == published.chunks) {
        chunks = chunks.clone();
      }
      int chunk = row / CHUNK_ROWS;
      if (chunks[chunk] == published.chunks[chunk]) {
        chunks[chunk] = chunks[chunk].clone();
      }
    }

    /** Marks a live row as dead. */
    public void kill(int row) {
      reserve(row);
      int chunk = row / CHUNK_ROWS;
      assert Bits.get(chunks[chunk], row % CHUNK_ROWS) : "row " + row + " died twice";
      Bits.clear(chunks[chunk], row % CHUNK_ROWS);
      dead++;
    }

    /** Returns how many rows have died. */
    public int deadCount() {
      return dead;
    }

    /** Returns the current live rows, and starts the next batch. */
    public LiveRows publish() {
      if (chunks != published.chunks) {
        published = new LiveRows(chunks, dead);
      }
      return published;
    }
  }
}
