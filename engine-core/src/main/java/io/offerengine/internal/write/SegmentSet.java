package io.offerengine.internal.write;

import io.offerengine.internal.segment.ChangedRow;
import io.offerengine.internal.segment.EngineVersion;
import io.offerengine.internal.segment.NewRow;
import io.offerengine.internal.segment.SealedSegment;
import io.offerengine.internal.segment.Segment;
import io.offerengine.internal.segment.SegmentView;
import io.offerengine.internal.segment.StoredOffers;
import io.offerengine.internal.segment.TailSegment;
import io.offerengine.schema.Offer;
import io.offerengine.schema.OfferBatch;
import io.offerengine.schema.Schema;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The writer's side of the segments: which there are, which of their rows are live, and where each
 * offer's row is.
 *
 * <p><b>Layout.</b> {@code locations} maps an identifier to the serial number of a segment (upper
 * half) and a row. The tail is a segment like the others, but open.
 *
 * <p><b>Threads.</b> Confined to the writer.
 */
final class SegmentSet {
  private final Schema schema;
  private final SegmentSizes sizes;
  private final SegmentSealer sealer;
  private final RowLocations locations = new RowLocations();

  /** The segments before the tail: sealed ones and full tails, by ascending serial number. */
  private List<WriterSegment> earlier = new ArrayList<>();

  private TailSegment tail;
  private WriterSegment heldTail;
  private int tailCapacity;
  private MergePolicy policy;
  private int lastSerial;

  /** How many rows these segments have, and how many of them are dead; none is dead all over. */
  private long earlierRows;

  private long earlierDead;

  /** Whether anything happened, since no merge was due last, that may make one due. */
  private boolean mergeMayBeDue;

  /** How many rows were added or died so far. */
  private long changedRows;

  private long seals;
  private long merges;

  /**
   * Creates a set without offers.
   *
   * @param sealer seals tails, and rows of batches that are larger
   */
  SegmentSet(Schema schema, SegmentSizes sizes, SegmentSealer sealer) {
    this.schema = schema;
    this.sizes = sizes;
    this.sealer = sealer;
    this.tailCapacity = sizes.tailRows(0);
    this.policy = new MergePolicy(tailCapacity, sizes.maxSegmentRows());
    this.tail = new TailSegment(schema, tailCapacity);
    this.heldTail = new WriterSegment(tail, ++lastSerial, tailCapacity);
  }

  /** Returns all offers as of now; O(segments), beside what changed since the last time. */
  EngineVersion publish(long version) {
    SegmentView[] views = new SegmentView[earlier.size() + 1];
    for (int i = 0; i < earlier.size(); i++) {
      views[i] = earlier.get(i).publish();
    }
    views[earlier.size()] = heldTail.publish();
    return new EngineVersion(version, List.of(views), seals, merges, locations.bytes());
  }

  /** Returns whether there is an offer of an identifier. */
  boolean holds(long id) {
    return locations.containsKey(id);
  }

  /** Returns an offer that exists. */
  Offer find(long id) {
    long location = locations.get(id);
    return StoredOffers.read(holder(location).segment(), RowLocations.row(location));
  }

  /** Returns the row that an offer that exists has after an update. */
  ChangedRow changedRow(OfferBatch.Update update, RowUpdates updates) {
    long location = locations.get(update.id());
    return updates.row(
        update.id(), holder(location).segment(), RowLocations.row(location), update.changes());
  }

  /**
   * Gives offers new rows, in place of those that they have.
   *
   * @param rows the new row of each offer; null for none
   */
  void apply(Map<Long, @Nullable NewRow> rows) {
    List<NewRow> appended = new ArrayList<>(rows.size());
    rows.forEach((id, row) -> {
      if (row == null) {
        kill(locations.remove((long) id));
      } else {
        appended.add(row);
      }
    });
    append(appended);
  }

  private void append(List<NewRow> rows) {
    if (rows.size() > tailCapacity) {
      TailSegment buffer = TailSegment.buffer(schema, rows.size());
      buffer.append(rows);
      RowReferences references = new RowReferences(new Segment[] {buffer}, rows.size());
      for (int row = 0; row < rows.size(); row++) {
        references.add(0, row);
      }
      addSealed(sealer.seal(references));
      return;
    }
    int taken = 0;
    while (taken < rows.size()) {
      if (tail.size() == tailCapacity) {
        startTail();
      }
      int end = Math.min(rows.size(), taken + tailCapacity - tail.size());
      appendToTail(rows.subList(taken, end));
      taken = end;
    }
  }

  private void appendToTail(List<NewRow> rows) {
    int first = tail.size();
    tail.append(rows);
    changedRows += rows.size();
    for (int i = 0; i < rows.size(); i++) {
      kill(locations.put(rows.get(i).id(), RowLocations.at(heldTail.serial(), first + i)));
    }
  }

  /** Lets the row at a location die, if it is one. */
  private void kill(long location) {
    if (location == RowLocations.NOWHERE) {
      return;
    }
    WriterSegment held = holder(location);
    held.kill(RowLocations.row(location));
    changedRows++;
    if (held == heldTail) {
      return;
    }
    earlierDead++;
    if (held.liveCount() == 0) {
      earlier.remove(held);
      count();
    }
    mergeMayBeDue |= policy.areTooMany(earlierDead, earlierRows);
  }

  private void count() {
    earlierRows = 0;
    earlierDead = 0;
    for (WriterSegment held : earlier) {
      earlierRows += held.size();
      earlierDead += held.size() - held.liveCount();
    }
  }

  /** Takes up sealed rows of different offers, in place of the rows that these have. */
  void addSealed(List<SealedSegment> segments) {
    if (segments.isEmpty()) {
      return;
    }
    if (locations.isEmpty()) {
      locations.ensureCapacity(segments.stream().mapToInt(SealedSegment::size).sum());
    }
    for (SealedSegment segment : segments) {
      WriterSegment held = new WriterSegment(segment, ++lastSerial, segment.size());
      earlier.add(held);
      changedRows += held.size();
      for (int row = 0; row < segment.size(); row++) {
        kill(locations.put(segment.id(row), RowLocations.at(held.serial(), row)));
      }
    }
    count();
    mergeMayBeDue = true;
    seals++;
  }

  /** Starts a new tail; the full one is sealed when a merge takes it up, with others. */
  private void startTail() {
    if (heldTail.liveCount() > 0) {
      int place = earlier.size();
      while (place > 0 && earlier.get(place - 1).serial() > heldTail.serial()) {
        place--;
      }
      earlier.add(place, heldTail);
      count();
      mergeMayBeDue = true;
    }
    tailCapacity = sizes.tailRows(locations.size());
    policy = new MergePolicy(tailCapacity, sizes.maxSegmentRows());
    tail = new TailSegment(schema, tailCapacity);
    heldTail = new WriterSegment(tail, ++lastSerial, tailCapacity);
  }

  /** Returns how many rows were added or died so far. */
  long changedRows() {
    return changedRows;
  }

  /** Returns how many rows the tail may have. */
  int tailCapacity() {
    return tailCapacity;
  }

  /** Returns the merge that is due; null when none is. */
  @Nullable Merge dueMerge() {
    if (!mergeMayBeDue) {
      return null;
    }
    List<MergePolicy.Size> sizesNow = new ArrayList<>(earlier.size());
    for (WriterSegment held : earlier) {
      sizesNow.add(new MergePolicy.Size(held.size(), held.liveCount()));
    }
    List<Integer> chosen = policy.choose(sizesNow);
    mergeMayBeDue = !chosen.isEmpty();
    return chosen.isEmpty() ? null : new Merge(sealer, chosen.stream().map(earlier::get).toList());
  }

  /**
   * Puts merged segments in the place of their sources; rows that died meanwhile die in them too.
   *
   * <p>What may run out of memory comes before the first change, so that a failure changes nothing.
   */
  void install(Merge merge, Merge.Outcome merged) {
    List<WriterSegment> next = new ArrayList<>(earlier);
    next.removeAll(merge.replaced());
    List<WriterSegment> successors = successors(merge.replaced(), merged);
    next.addAll(successors);
    for (WriterSegment held : successors) {
      for (int row = 0; row < held.size(); row++) {
        if (held.isLive(row)) {
          locations.put(held.segment().id(row), RowLocations.at(held.serial(), row));
        }
      }
    }
    earlier = next;
    count();
    if (merge.isOfTails()) {
      seals++;
    } else {
      merges++;
    }
  }

  /** Returns the new segments, without the rows that died since they were read. */
  private List<WriterSegment> successors(List<WriterSegment> sources, Merge.Outcome merged) {
    List<WriterSegment> successors = new ArrayList<>(merged.segments().size());
    RowReferences origins = merged.rows();
    int origin = 0;
    for (SealedSegment segment : merged.segments()) {
      WriterSegment held = new WriterSegment(segment, ++lastSerial, segment.size());
      for (int row = 0; row < segment.size(); row++) {
        if (!sources.get(origins.segmentOf(origin)).isLive(origins.row(origin))) {
          held.kill(row);
        }
        origin++;
      }
      if (held.liveCount() > 0) {
        successors.add(held);
      }
    }
    return successors;
  }

  private WriterSegment holder(long location) {
    int serial = RowLocations.serial(location);
    if (serial == heldTail.serial()) {
      return heldTail;
    }
    int low = 0;
    int high = earlier.size() - 1;
    while (low < high) {
      int middle = (low + high) >>> 1;
      boolean before = earlier.get(middle).serial() < serial;
      low = before ? middle + 1 : low;
      high = before ? high : middle;
    }
    WriterSegment held = earlier.get(low);
    assert held.serial() == serial : "no segment has the serial number " + serial;
    return held;
  }
}
