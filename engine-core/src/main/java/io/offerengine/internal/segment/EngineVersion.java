package io.offerengine.internal.segment;

import java.util.List;

/**
 * All offers as of one version: what a snapshot holds on to.
 *
 * <p><b>Threads.</b> Immutable.
 *
 * @param number the number of the version, as a snapshot returns it. A batch or a load counts it
 *     up; one that was decided elsewhere, a replacement and a restored directory choose it
 * @param views the segments, the tail last; immutable
 * @param sealedSegments how many of them are sealed
 * @param seals how often rows were sealed so far: full tails, a load, or a batch larger than a tail
 * @param merges how many merges were done so far
 * @param locationBytes the memory of the writer's map from identifiers to rows
 */
public record EngineVersion(
    long number,
    List<SegmentView> views,
    int sealedSegments,
    long seals,
    long merges,
    long locationBytes) {
  /** Returns the number of live rows. */
  public int liveCount() {
    int count = 0;
    for (SegmentView view : views) {
      count += view.liveCount();
    }
    return count;
  }
}
