package io.offerengine.internal.write;

import io.offerengine.internal.segment.SealedSegment;
import io.offerengine.internal.segment.SegmentView;
import io.offerengine.internal.segment.TailSegment;
import java.util.List;

/**
 * A merge of full tails and sealed segments, whose live rows are copied into new segments.
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
  List<SealedSegment> run() {
    return isOfTails()
        ? sealer.seal(new RowReferences(sources), maxRows)
        : sealer.merge(sources, maxRows);
  }
}
