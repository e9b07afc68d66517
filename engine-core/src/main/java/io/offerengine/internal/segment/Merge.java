package io.offerengine.internal.segment;

import java.util.List;

/**
 * Some full tails and sealed segments whose live rows are to be copied into new segments.
 *
 * <p><b>Threads.</b> {@link #run} reads only what is immutable, so that it may run beside the
 * writer.
 */
final class Merge {
  private final SegmentSealer sealer;
  private final List<SegmentView> sources;
  private final List<Integer> serials;

  /**
   * Creates a merge.
   *
   * @param sources the segments, with the rows that were live when it was decided on
   * @param serials the segments' serial numbers
   */
  Merge(SegmentSealer sealer, List<SegmentView> sources, List<Integer> serials) {
    this.sealer = sealer;
    this.sources = List.copyOf(sources);
    this.serials = List.copyOf(serials);
  }

  /** Returns the serial numbers of the segments that it replaces. */
  List<Integer> serials() {
    return serials;
  }

  /** Returns whether it seals tails, and merges nothing that was sealed. */
  boolean isOfTails() {
    for (SegmentView source : sources) {
      if (source.segment() instanceof SealedSegment) {
        return false;
      }
    }
    return true;
  }

  /** Returns new segments of the live rows. */
  List<SealedSegment> run() {
    return isOfTails() ? sealer.seal(liveRows()) : merge();
  }

  private List<SealedSegment> merge() {
    MergeEvent event = new MergeEvent();
    event.begin();
    RowReferences rows = liveRows();
    List<SealedSegment> merged = sealer.copy(rows);
    event.end();
    if (event.shouldCommit()) {
      event.sources = sources.size();
      event.rows = rows.size();
      event.segments = merged.size();
      event.commit();
    }
    return merged;
  }

  private RowReferences liveRows() {
    Segment[] segments = new Segment[sources.size()];
    int live = 0;
    for (int i = 0; i < segments.length; i++) {
      segments[i] = sources.get(i).segment();
      live += sources.get(i).liveCount();
    }
    RowReferences rows = new RowReferences(segments, live);
    for (int i = 0; i < segments.length; i++) {
      SegmentView source = sources.get(i);
      for (int row = 0; row < source.size(); row++) {
        if (source.live().isLive(row)) {
          rows.add(i, row);
        }
      }
    }
    return rows;
  }
}
