package io.offerengine.internal.exec;

import io.offerengine.internal.index.Deadline;
import io.offerengine.internal.index.Scratch;
import io.offerengine.internal.segment.SegmentReader;
import io.offerengine.query.Query;
import java.util.Arrays;
import java.util.function.Consumer;

/**
 * Collects the matching rows of one segment after the other, and hands them on in batches. Only the
 * last batch of a segment may have fewer than {@link Scratch#BATCH} rows.
 *
 * <p><b>Cost.</b> One copy of each row's number, and one object per batch.
 *
 * <p><b>Threads.</b> Confined to one query.
 */
final class MatchBatches {
  /** By row of a batch, the number of its segment: a batch has rows of one segment. */
  private static final int[] ONE_SEGMENT = new int[Scratch.BATCH];

  private final Query query;
  private final double clock;
  private final Deadline deadline;
  private final Consumer<? super SearchResult> consumer;
  private SegmentReader[] reader = {};
  private int[] rows = new int[Scratch.BATCH];
  private int size;

  MatchBatches(
      Query query, double clock, Deadline deadline, Consumer<? super SearchResult> consumer) {
    this.query = query;
    this.clock = clock;
    this.deadline = deadline;
    this.consumer = consumer;
  }

  /** Turns to the rows of a segment; {@link #end} follows the last of them. */
  void turnTo(SegmentReader segment) {
    reader = new SegmentReader[] {segment};
  }

  /** Adds rows of the current segment. */
  void add(int[] found, int count) {
    for (int from = 0; from < count; ) {
      int copied = Math.min(count - from, rows.length - size);
      System.arraycopy(found, from, rows, size, copied);
      size += copied;
      from += copied;
      if (size == rows.length) {
        end();
      }
    }
  }

  /** Hands on the rows that were added last. */
  void end() {
    if (size == 0) {
      return;
    }
    deadline.check();
    int[] batch = size == rows.length ? rows : Arrays.copyOf(rows, size);
    rows = new int[Scratch.BATCH];
    size = 0;
    consumer.accept(new SearchResult(reader, ONE_SEGMENT, batch, query, clock, false));
  }
}
