package io.offerengine.internal.write;

import io.offerengine.internal.segment.LiveRows;
import io.offerengine.internal.segment.Segment;
import io.offerengine.internal.segment.SegmentView;
import org.jspecify.annotations.Nullable;

/**
 * A segment as its writer holds it: with the rows that are live by now, and as it was last
 * published.
 *
 * <p><b>Threads.</b> Confined to the writer.
 */
final class WriterSegment {
  private final Segment segment;
  private final int serial;
  private final LiveRows.Editor live;
  private @Nullable SegmentView view;

  /**
   * Holds a segment whose rows are all live.
   *
   * @param serial the segment's number, greater than those of earlier ones
   * @param capacity how many rows it may have
   */
  WriterSegment(Segment segment, int serial, int capacity) {
    this.segment = segment;
    this.serial = serial;
    this.live = new LiveRows.Editor(LiveRows.all(capacity));
  }

  Segment segment() {
    return segment;
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

  boolean isLive(int row) {
    return live.isLive(row);
  }

  /** Lets a live row die. */
  void kill(int row) {
    live.kill(row);
  }

  /** Returns what a snapshot sees that is taken now. */
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
