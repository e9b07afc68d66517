package io.offerengine.internal.write;

import io.offerengine.internal.segment.LiveRows;
import io.offerengine.internal.segment.Segment;
import io.offerengine.internal.segment.SegmentView;
import io.offerengine.internal.segment.TailSegment;

/**
 * A segment as the writer changes it.
 *
 * <p><b>Threads.</b> Confined to the writer.
 *
 * @param serial the number of the segment, greater than that of every earlier segment
 * @param live the live rows, to be changed; rows that may still come count as live
 */
record WriterSegment(Segment segment, int serial, LiveRows.Editor live) {
  /** Returns the segment, which is a tail. */
  TailSegment asTail() {
    return (TailSegment) segment;
  }

  /** Returns the number of rows. */
  int size() {
    return segment.size();
  }

  /** Returns the number of live rows. */
  int liveCount() {
    return size() - live.deadCount();
  }

  /** Returns the view for a snapshot taken now. */
  SegmentView view() {
    return new SegmentView(segment, size(), live.publish());
  }
}
