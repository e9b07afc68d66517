package io.offerengine.internal.write;

import io.offerengine.internal.segment.SealedSegment;
import io.offerengine.internal.segment.Segment;
import io.offerengine.internal.segment.SegmentView;
import io.offerengine.internal.segment.TailSegment;
import java.util.List;
import java.util.stream.Stream;

/**
 * A merge of full tails and sealed segments. The merge copies their live rows into new segments. It
 * seals the tails first, and then combines the columns and indexes of all sealed segments.
 *
 * <p><b>Threads.</b> {@link #run} reads immutable data only, so it may run beside the writer.
 */
final class Merge {
  private final SegmentSealer sealer;
  private final int maxRows;
  private final List<WriterSegment> replaced;

  /** The segments, with the rows that were live when the merge was chosen. */
  private final List<SegmentView> sources;

  /**
   * The outcome of a merge.
   *
   * @param segments the new segments
   * @param rows the origin of each of their rows, in the order of the segments and of their rows
   */
  record Outcome(List<SealedSegment> segments, RowReferences rows) {}

  /**
   * Creates a merge of some segments, on the writer's thread.
   *
   * @param maxRows the most rows of a new segment
   */
  Merge(SegmentSealer sealer, int maxRows, List<WriterSegment> replaced) {
    this.sealer = sealer;
    this.maxRows = maxRows;
    this.replaced = List.copyOf(replaced);
    this.sources = replaced.stream().map(WriterSegment::publish).toList();
  }

  /** Returns the segments that the merge replaces. Only the writer may use the result. */
  List<WriterSegment> replaced() {
    return replaced;
  }

  /** Returns whether all segments are tails. */
  boolean isOfTails() {
    return sources.stream().allMatch(source -> source.segment() instanceof TailSegment);
  }

  /** Builds the new segments. */
  Outcome run() {
    return isOfTails() ? seal() : merge();
  }

  private Outcome seal() {
    RowReferences rows = new RowReferences(segments(), liveCount());
    addLiveRows(rows, TailSegment.class, 0);
    return new Outcome(sealer.seal(rows, maxRows), rows);
  }

  private Outcome merge() {
    MergeEvent event = new MergeEvent();
    event.begin();
    RowReferences tailRows = new RowReferences(segments(), liveCount());
    addLiveRows(tailRows, TailSegment.class, 0);
    // Tails are sealed first, because only the indexes of sealed segments can be combined.
    List<SealedSegment> tails = sealer.copy(tailRows, maxRows);
    RowReferences rows = references(tails);
    List<SealedSegment> merged = sealer.copy(rows, maxRows);
    event.end();
    if (event.shouldCommit()) {
      event.sources = sources.size();
      event.rows = rows.size();
      event.segments = merged.size();
      event.commit();
    }
    return new Outcome(merged, origins(rows, tails, tailRows));
  }

  private Segment[] segments() {
    return sources.stream().map(SegmentView::segment).toArray(Segment[]::new);
  }

  private int liveCount() {
    return sources.stream().mapToInt(SegmentView::liveCount).sum();
  }

  /** Returns the rows of the sealed tails, and the live rows of the sealed sources. */
  private RowReferences references(List<SealedSegment> tails) {
    Segment[] segments =
        Stream.concat(tails.stream(), Stream.of(segments())).toArray(Segment[]::new);
    RowReferences rows = new RowReferences(segments, liveCount());
    for (int tail = 0; tail < tails.size(); tail++) {
      for (int row = 0; row < tails.get(tail).size(); row++) {
        rows.add(tail, row);
      }
    }
    addLiveRows(rows, SealedSegment.class, tails.size());
    return rows;
  }

  /**
   * Adds the live rows of the sources of one kind.
   *
   * @param first the number of the segment of the first source
   */
  private void addLiveRows(RowReferences rows, Class<? extends Segment> kind, int first) {
    for (int i = 0; i < sources.size(); i++) {
      if (kind.isInstance(sources.get(i).segment())) {
        rows.addLive(first + i, sources.get(i));
      }
    }
  }

  /** Returns the origins of merged rows: rows of the sealed tails are traced to the tails. */
  private RowReferences origins(
      RowReferences rows, List<SealedSegment> tails, RowReferences tailRows) {
    int[] starts = new int[tails.size()];
    for (int tail = 1; tail < starts.length; tail++) {
      starts[tail] = starts[tail - 1] + tails.get(tail - 1).size();
    }
    RowReferences origins = new RowReferences(segments(), rows.size());
    for (int i = 0; i < rows.size(); i++) {
      int segment = rows.segmentOf(i);
      if (segment < starts.length) {
        int position = starts[segment] + rows.row(i);
        origins.add(tailRows.segmentOf(position), tailRows.row(position));
      } else {
        origins.add(segment - starts.length, rows.row(i));
      }
    }
    return origins;
  }
}
