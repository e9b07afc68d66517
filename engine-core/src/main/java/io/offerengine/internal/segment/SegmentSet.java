package io.offerengine.internal.segment;

import io.offerengine.internal.column.Footprint;
import io.offerengine.schema.Offer;
import io.offerengine.schema.Schema;
import it.unimi.dsi.fastutil.longs.Long2IntMap;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import it.unimi.dsi.fastutil.longs.Long2LongOpenHashMap;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
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
  private static final long NOWHERE = -1;

  private final Schema schema;
  private final SegmentSizes sizes;
  private final SegmentSealer sealer;
  private final Locations locations = new Locations();
  private TreeMap<Integer, Held> sealed = new TreeMap<>();
  private OpenSegment tail;
  private Held heldTail;
  private int tailCapacity;
  private int lastSerial;
  private long seals;
  private long merges;

  /** Where each offer's row is, and how much memory it takes to know. */
  private static final class Locations extends Long2LongOpenHashMap {
    private static final long serialVersionUID = 1L;

    long bytes() {
      return 2 * Footprint.array(key.length, Long.BYTES);
    }
  }

  /** A segment, its live rows, and its view as last published. */
  private static final class Held {
    final Segment segment;
    final int serial;
    final LiveRows.Editor live;
    @Nullable SegmentView view;

    Held(Segment segment, int serial, int capacity) {
      this.segment = segment;
      this.serial = serial;
      this.live = new LiveRows.Editor(LiveRows.all(capacity));
    }

    SegmentView view(int size) {
      LiveRows rows = live.publish();
      SegmentView last = view;
      if (last == null || last.size() != size || last.live() != rows) {
        last = new SegmentView(segment, size, rows);
        view = last;
      }
      return last;
    }
  }

  SegmentSet(Schema schema, SegmentSizes sizes) {
    this.schema = schema;
    this.sizes = sizes;
    this.sealer = new SegmentSealer(schema, sizes.maxSegmentRows());
    this.locations.defaultReturnValue(NOWHERE);
    this.tailCapacity = sizes.tailRows(0);
    this.tail = new OpenSegment(schema, tailCapacity);
    this.heldTail = new Held(tail, ++lastSerial, tailCapacity);
  }

  /** Returns all offers as of now. */
  Root publish(long version) {
    List<SegmentView> views = new ArrayList<>(sealed.size() + 1);
    for (Held held : sealed.values()) {
      views.add(held.view(((SealedSegment) held.segment).size()));
    }
    views.add(heldTail.view(tail.size()));
    return new Root(version, views, seals, merges, locations.bytes());
  }

  /** Returns the offer of an identifier; null when there is none. */
  @Nullable Offer find(long id) {
    long location = locations.get(id);
    return location == NOWHERE
        ? null
        : OfferReader.read(holder(serial(location)).segment, row(location));
  }

  /** Returns whether there is an offer of an identifier. */
  boolean holds(long id) {
    return locations.containsKey(id);
  }

  /** Lets the row of an offer die, if there is one. */
  void remove(long id) {
    long location = locations.remove(id);
    if (location != NOWHERE) {
      holder(serial(location)).live.kill(row(location));
    }
  }

  /** Appends rows of offers that have no live row. */
  void append(List<StoredRow> rows) {
    if (rows.size() > tailCapacity) {
      OpenSegment buffer = new OpenSegment(schema, rows.size());
      Long2IntOpenHashMap rowById = new Long2IntOpenHashMap(rows.size());
      for (StoredRow row : rows) {
        rowById.put(row.offer().id(), buffer.append(row));
      }
      appendSealed(buffer, rowById);
      return;
    }
    for (StoredRow offer : rows) {
      if (tail.size() == tailCapacity) {
        sealTail();
      }
      locations.put(offer.offer().id(), location(heldTail.serial, tail.append(offer)));
    }
  }

  /**
   * Seals rows of a buffer in place of the rows that their offers have.
   *
   * @param rowById the row of each offer
   */
  void appendSealed(OpenSegment buffer, Long2IntOpenHashMap rowById) {
    RowReferences rows = new RowReferences(new Segment[] {buffer}, rowById.size());
    for (Long2IntMap.Entry entry : rowById.long2IntEntrySet()) {
      remove(entry.getLongKey());
      rows.add(0, entry.getIntValue());
    }
    if (rows.size() > 0) {
      seal(rows);
    }
  }

  private void seal(RowReferences rows) {
    SealEvent event = new SealEvent();
    event.begin();
    List<SealedSegment> segments = sealer.seal(rows);
    add(segments);
    seals++;
    event.end();
    if (event.shouldCommit()) {
      event.rows = rows.size();
      event.segments = segments.size();
      event.commit();
    }
  }

  private void sealTail() {
    RowReferences rows =
        new RowReferences(new Segment[] {tail}, tail.size() - heldTail.live.deadCount());
    for (int row = 0; row < tail.size(); row++) {
      if (heldTail.live.isLive(row)) {
        rows.add(0, row);
      }
    }
    seal(rows);
    tailCapacity = sizes.tailRows(locations.size());
    tail = new OpenSegment(schema, tailCapacity);
    heldTail = new Held(tail, ++lastSerial, tailCapacity);
  }

  private void add(List<SealedSegment> segments) {
    for (SealedSegment segment : segments) {
      Held held = new Held(segment, ++lastSerial, segment.size());
      sealed.put(held.serial, held);
      for (int row = 0; row < segment.size(); row++) {
        locations.put(segment.id(row), location(held.serial, row));
      }
    }
  }

  /** Returns the merge that is due; null when none is. */
  @Nullable Merge dueMerge() {
    List<Held> holders = new ArrayList<>(sealed.values());
    List<MergePolicy.Size> sizesNow = new ArrayList<>(holders.size());
    for (Held held : holders) {
      int rows = ((SealedSegment) held.segment).size();
      sizesNow.add(new MergePolicy.Size(rows, rows - held.live.deadCount()));
    }
    MergePolicy policy = new MergePolicy(tailCapacity, sizes.maxSegmentRows());
    List<Integer> chosen = policy.choose(sizesNow);
    List<SegmentView> sources = new ArrayList<>();
    List<Integer> serials = new ArrayList<>();
    for (int place : chosen) {
      Held held = holders.get(place);
      sources.add(held.view(((SealedSegment) held.segment).size()));
      serials.add(held.serial);
    }
    return chosen.isEmpty() ? null : new Merge(sealer, sources, serials);
  }

  /**
   * Puts merged segments in the place of their sources; rows that died meanwhile die in them too.
   *
   * <p>What may run out of memory comes before the first change, so that a failure changes nothing.
   */
  void install(Merge merge, List<SealedSegment> merged) {
    TreeMap<Integer, Held> next = new TreeMap<>(sealed);
    merge.serials().forEach(next::remove);
    List<Held> successors = new ArrayList<>(merged.size());
    for (SealedSegment segment : merged) {
      Held held = new Held(segment, ++lastSerial, segment.size());
      for (int row = 0; row < segment.size(); row++) {
        long id = segment.id(row);
        long location = locations.get(id);
        if (location == NOWHERE || !merge.serials().contains(serial(location))) {
          held.live.kill(row);
        }
      }
      next.put(held.serial, held);
      successors.add(held);
    }
    for (Held held : successors) {
      SealedSegment segment = (SealedSegment) held.segment;
      for (int row = 0; row < segment.size(); row++) {
        if (held.live.isLive(row)) {
          locations.put(segment.id(row), location(held.serial, row));
        }
      }
    }
    sealed = next;
    merges++;
  }

  private Held holder(int serial) {
    Held held = serial == heldTail.serial ? heldTail : sealed.get(serial);
    if (held == null) {
      throw new IllegalStateException("no segment has the serial number " + serial);
    }
    return held;
  }

  private static long location(int serial, int row) {
    return (long) serial << 32 | row;
  }

  private static int serial(long location) {
    return (int) (location >>> 32);
  }

  private static int row(long location) {
    return (int) location;
  }

  /** Returns how many offers there are; for tests of the invariant. */
  int offerCount() {
    return locations.size();
  }

  /** Returns the live rows by segment serial number; for tests of the invariant. */
  Map<Integer, Integer> liveRows() {
    Map<Integer, Integer> live = new TreeMap<>();
    for (Held held : sealed.values()) {
      live.put(held.serial, ((SealedSegment) held.segment).size() - held.live.deadCount());
    }
    live.put(heldTail.serial, tail.size() - heldTail.live.deadCount());
    return live;
  }
}
