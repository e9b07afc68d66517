package io.offerengine.internal.segment;

import io.offerengine.internal.column.KeptRows;
import java.util.List;

/**
 * Some full tails and sealed segments whose live rows are to be copied into new segments; of a
 * single sealed one those that are dead are left out.
 *
 * <p><b>Threads.</b> {@link #run} reads only what is immutable, so that it may run beside the
 * writer.
 */
final class Merge {
  private final SegmentSealer sealer;
  private final List<HeldSegment> replaced;

  /** The segments with the rows that were live when it was decided on. */
  private final List<SegmentView> sources;

  /**
   * What a merge made.
   *
   * @param segments the new segments
   * @param rows where their rows come from, in their order, through all of them
   */
  record Outcome(List<SealedSegment> segments, RowReferences rows) {}

  /** Creates a merge of some segments, on the writer's thread. */
  Merge(SegmentSealer sealer, List<HeldSegment> replaced) {
    this.sealer = sealer;
    this.replaced = List.copyOf(replaced);
    this.sources = replaced.stream().map(HeldSegment::publish).toList();
  }

  /** Returns the segments that it replaces; only the writer looks into them. */
  List<HeldSegment> replaced() {
    return replaced;
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

  /** Copies the live rows. */
  Outcome run() {
    return isOfTails() ? seal() : merge();
  }

  private Outcome seal() {
    RowReferences rows = liveRows();
    return new Outcome(sealer.seal(rows), rows);
  }

  private Outcome merge() {
    MergeEvent event = new MergeEvent();
    event.begin();
    RowReferences rows = liveRows();
    List<SealedSegment> merged =
        sources.size() == 1 && sources.get(0).segment() instanceof SealedSegment only
            ? List.of(only.select(new KeptRows(rows.rows(), only.size())))
            : sealer.copy(rows);
    event.end();
    if (event.shouldCommit()) {
      event.sources = sources.size();
      event.rows = rows.size();
      event.segments = merged.size();
      event.commit();
    }
    return new Outcome(merged, rows);
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
