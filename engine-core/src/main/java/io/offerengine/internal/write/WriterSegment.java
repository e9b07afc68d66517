package io.offerengine.internal.write;

import io.offerengine.internal.segment.LiveRows;
import io.offerengine.internal.segment.Segment;
import io.offerengine.internal.segment.SegmentView;
import io.offerengine.internal.segment.TailSegment;
import org.jspecify.annotations.Nullable;

/**
 * A segment as the writer changes it: the segment, its current live rows, and the view that was
 * published last.
 *
 * <p><b>Threads.</b> Confined to the writer.
 */
final class WriterSegment {
  private final Segment segment;
  private final int serial;
  private final LiveRows.Editor live;
  private @Nullable SegmentView view;

  /**
   * Creates the writer's view of a segment.
   *
   * @param serial the number of the segment, greater than that of every earlier segment
   * @param live the live rows; rows that may still come count as live
   */
  WriterSegment(Segment segment, int serial, LiveRows.Editor live) {
    this.segment = segment;
    this.serial = serial;
    this.live = live;
  }

  Segment segment() {
    return segment;
  }

  /** Returns the segment, which is a tail. */
  TailSegment asTail() {
    return (TailSegment) segment;
  }

  int serial() {
    return serial;
  }

  /** Returns the number of rows. */
  int size() {
    return segment.size();
  }

  /** Returns the number of live rows. */
  int liveCount() {
    return size() - live.deadCount();
  }

  /** Returns the current live rows, to be changed. */
  LiveRows.Editor live() {
    return live;
  }

  /** Returns the view for a snapshot taken now. */
  SegmentView publish() {
    LiveRows rows = live.publish();
    SegmentView last = view;
    if (last == null || last.size() != size() || last.live() != rows) {
      last = new SegmentView(segment, size(), rows);
      view = last;
    }
    return last;
  }
}
