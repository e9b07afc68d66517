package io.offerengine.internal.write;

import io.offerengine.internal.segment.NewRow;
import io.offerengine.internal.segment.SealedSegment;
import io.offerengine.internal.segment.SegmentView;
import io.offerengine.internal.segment.TailSegment;
import io.offerengine.schema.Formula;
import io.offerengine.schema.Offer;
import io.offerengine.schema.Schema;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a bulk load, buffered before they are sealed together.
 *
 * <p>Offers come one by one, and are appended in blocks. With an executor, a block is appended
 * while the next one is read.
 *
 * <p><b>Layout.</b> Tails of a fixed size. Only the first one grows. Each column is dropped as soon
 * as it was sealed, so that offers are not held twice.
 *
 * <p><b>Threads.</b> Confined to one load.
 */
final class BulkRows {
  /** A larger block shares the cost of a task among more offers, and holds more of them twice. */
  private static final int BLOCK_OFFERS = 128;

  /** The first tail begins with so many rows and grows: a small load takes little memory. */
  private static final int FIRST_ROWS = 1024;

  /**
   * A column of longs stays below half a megabyte. The G1 collector gives each larger array whole
   * regions, which have a megabyte in a small heap.
   */
  private static final int SEGMENT_ROWS = (1 << 16) - BLOCK_OFFERS;

  private final Schema schema;
  private final @Nullable Executor executor;
  private final FormulaSampler sampler;
  private final List<TailSegment> segments = new ArrayList<>();
  private List<Offer> block = new ArrayList<>(BLOCK_OFFERS);
  private int size;
  private @Nullable SharedTask appending;

  BulkRows(Schema schema, @Nullable Executor executor, Formula.Checks checks) {
    this.schema = schema;
    this.executor = executor;
    this.sampler = new FormulaSampler(schema, checks);
  }

  /**
   * Adds an offer.
   *
   * @throws IllegalArgumentException if it is of another schema
   * @throws IllegalStateException if a formula contradicts its declaration
   */
  void add(Offer offer) {
    BatchOutcome.ofThisSchema(schema, offer);
    if (sampler.choosesNext()) {
      sampler.check(new NewRow(offer));
    }
    block.add(offer);
    size++;
    if (block.size() == BLOCK_OFFERS) {
      startAppending();
    }
  }

  /** Returns how many offers were added. */
  int size() {
    return size;
  }

  /**
   * Returns sealed segments of the rows. If several have one identifier, the last one counts.
   *
   * @param maxRows the most rows of a segment
   */
  List<SealedSegment> seal(SegmentSealer sealer, int maxRows) {
    if (size == 0) {
      return List.of();
    }
    startAppending();
    finishAppending();
    RowReferences rows = new RowReferences(segments.stream().map(SegmentView::whole).toList());
    rows.keepLast();
    return sealer.seal(rows, maxRows);
  }

  private void startAppending() {
    finishAppending();
    List<Offer> full = block;
    block = new ArrayList<>(BLOCK_OFFERS);
    appending = SharedTask.start(executor, () -> append(full));
  }

  private void finishAppending() {
    if (appending != null) {
      appending.finish();
    }
  }

  private void append(List<Offer> offers) {
    List<NewRow> rows = new ArrayList<>(offers.size());
    offers.forEach(offer -> rows.add(new NewRow(offer)));
    int last = segments.size() - 1;
    if (last < 0 || segments.get(last).size() + rows.size() > SEGMENT_ROWS) {
      segments.add(TailSegment.buffer(schema, last < 0 ? FIRST_ROWS : SEGMENT_ROWS));
      last++;
    }
    segments.get(last).append(rows);
  }
}
