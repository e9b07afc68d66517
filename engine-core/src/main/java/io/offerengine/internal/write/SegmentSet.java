package io.offerengine.internal.write;

import io.offerengine.internal.merge.MergeScheduler;
import io.offerengine.internal.merge.RowLocations;
import io.offerengine.internal.segment.EngineVersion;
import io.offerengine.internal.segment.LiveRows;
import io.offerengine.internal.segment.NewRow;
import io.offerengine.internal.segment.SealedSegment;
import io.offerengine.internal.segment.SegmentView;
import io.offerengine.internal.segment.StoredOffers;
import io.offerengine.internal.segment.TailSegment;
import io.offerengine.schema.ChangedOffer;
import io.offerengine.schema.Offer;
import io.offerengine.schema.OfferBatch;
import io.offerengine.schema.Schema;
import it.unimi.dsi.fastutil.ints.Int2ObjectAVLTreeMap;
import it.unimi.dsi.fastutil.ints.Int2ObjectSortedMap;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import it.unimi.dsi.fastutil.ints.IntSet;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import it.unimi.dsi.fastutil.longs.LongList;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The segments as the writer changes them: the segments by number, their live rows, and the
 * location of each offer's row.
 *
 * <p><b>Threads.</b> Confined to the writer, but for the merges that {@link #dueMerge} returns.
 */
final class SegmentSet implements MergeScheduler.Source {
  private final Schema schema;
  private final SegmentSizes sizes;
  private final SegmentSealer sealer;
  private final RowUpdates updates;
  private final RowLocations locations = new RowLocations();

  /**
   * By serial number, all segments but the tail, sealed ones and full tails: each has a live row.
   */
  private Int2ObjectSortedMap<WriterSegment> others = new Int2ObjectAVLTreeMap<>();

  /** Takes rows, up to its capacity. */
  private WriterSegment tail;

  private int lastSerial;

  /** Dead rows make no merge due before so many rows have changed. New segments reset this. */
  private long quietUntil;

  /** How many rows were added or died so far. */
  private long changedRows;

  private long seals;
  private long merges;

  /** Rows that were written to a tail, and are not rows of the tail yet. */
  private record WrittenRows(WriterSegment tail, List<NewRow> rows) {}

  /**
   * What a batch changes, when nothing of it can fail any more but for want of memory.
   *
   * @param changes each offer before and after the batch, if anybody asks for it
   * @param deleted the offers that are deleted
   * @param written the new rows, in the order of the batch
   * @param sealed the new rows of a batch that is larger than a tail
   */
  record Prepared(
      List<ChangedOffer> changes,
      LongList deleted,
      List<WrittenRows> written,
      List<SealedSegment> sealed) {}

  /**
   * Creates a set without offers.
   *
   * @param sealer seals tails, and batches that are larger than a tail
   */
  SegmentSet(Schema schema, SegmentSizes sizes, SegmentSealer sealer) {
    this.schema = schema;
    this.sizes = sizes;
    this.sealer = sealer;
    this.updates = new RowUpdates(schema);
    this.tail = emptyTail();
  }

  /** Returns a new tail, sized by the number of offers. */
  private WriterSegment emptyTail() {
    int capacity = sizes.tailRows(locations.size());
    TailSegment rows = new TailSegment(schema, capacity);
    return new WriterSegment(rows, ++lastSerial, LiveRows.Editor.ofAll(capacity));
  }

  /**
   * Returns the most rows of a new segment.
   *
   * @param newRows the number of rows that are about to be added
   */
  int segmentRows(int newRows) {
    return sizes.segmentRows(Math.max(locations.size(), newRows));
  }

  /** Returns the current state of all offers, in O(segments + changes since the last call). */
  EngineVersion newVersion(long number) {
    List<SegmentView> views = new ArrayList<>(others.size() + 1);
    int sealed = 0;
    for (WriterSegment held : others.values()) {
      views.add(held.view());
      sealed += held.segment() instanceof SealedSegment ? 1 : 0;
    }
    views.add(tail.view());
    return new EngineVersion(number, List.copyOf(views), sealed, seals, merges, locations.bytes());
  }

  /** Returns whether an offer has an identifier. */
  boolean holds(long id) {
    return locations.containsKey(id);
  }

  /** Returns an existing offer. */
  Offer find(long id) {
    long location = locations.get(id);
    return StoredOffers.read(holder(location).segment(), RowLocations.row(location));
  }

  /** Returns the row of an existing offer after an update. */
  NewRow changedRow(OfferBatch.Update update) {
    long location = locations.get(update.id());
    return updates.row(holder(location).segment(), RowLocations.row(location), update.changes());
  }

  /** Starts to prepare batches. Only merges may change this set until the batches were applied. */
  Preparation prepare() {
    return new Preparation();
  }

  /**
   * Prepares batches that name different offers, one behind the other: their rows are written where
   * no reader looks. Collations and formulas run here, and nearly all memory is allocated.
   */
  final class Preparation {
    private final int[] textsOfTail = tail.asTail().textCounts();
    private WriterSegment last = tail;
    private int used = tail.size();
    private int newOffers;

    /**
     * Prepares a batch. If this throws, the batches before it stay prepared.
     *
     * @param isFollowed whether anybody asks for the changed offers
     */
    Prepared add(BatchOutcome batch, boolean isFollowed) {
      WriterSegment lastBefore = last;
      int usedBefore = used;
      int newBefore = newOffers;
      int[] texts = last.asTail().textCounts();
      try {
        return writeBatch(batch.rows(), isFollowed ? batch.changes() : List.of());
      } catch (Throwable e) {
        last = lastBefore;
        used = usedBefore;
        newOffers = newBefore;
        last.asTail().forgetTexts(texts);
        throw e;
      }
    }

    private Prepared writeBatch(Map<Long, @Nullable NewRow> rows, List<ChangedOffer> changes) {
      LongList deleted = new LongArrayList();
      List<NewRow> appended = new ArrayList<>(rows.size());
      rows.forEach((id, row) -> {
        long location = locations.get((long) id);
        if (location != RowLocations.NOWHERE) {
          holder(location).live().reserve(RowLocations.row(location));
        }
        if (row == null) {
          deleted.add((long) id);
        } else {
          appended.add(row);
          newOffers += location == RowLocations.NOWHERE ? 1 : 0;
        }
      });
      locations.ensureCapacity(locations.size() + newOffers);
      return appended.size() > tail.asTail().capacity()
          ? new Prepared(changes, deleted, List.of(), seal(appended))
          : new Prepared(changes, deleted, write(appended), List.of());
    }

    private List<SealedSegment> seal(List<NewRow> rows) {
      TailSegment buffer = TailSegment.buffer(schema, rows.size());
      buffer.append(rows);
      RowReferences all = new RowReferences(List.of(SegmentView.whole(buffer)));
      return sealer.seal(all, segmentRows(rows.size()));
    }

    private List<WrittenRows> write(List<NewRow> rows) {
      List<WrittenRows> written = new ArrayList<>();
      int taken = 0;
      while (taken < rows.size()) {
        if (used == last.asTail().capacity()) {
          last = emptyTail();
          used = 0;
        }
        int end = Math.min(rows.size(), taken + last.asTail().capacity() - used);
        List<NewRow> some = List.copyOf(rows.subList(taken, end));
        last.asTail().write(used, some);
        written.add(new WrittenRows(last, some));
        used += some.size();
        taken = end;
      }
      return written;
    }

    /** Gives up all batches; none was applied. */
    void abandon() {
      tail.asTail().forgetTexts(textsOfTail);
    }
  }

  /**
   * Applies the next one of prepared batches. No code of the schema runs. If this throws, for want
   * of memory, the batch is applied by half.
   */
  void apply(Prepared batch) {
    for (long id : batch.deleted()) {
      kill(locations.remove(id));
    }
    for (WrittenRows written : batch.written()) {
      if (written.tail().serial() != tail.serial()) {
        startTail(written.tail());
      }
      int first = tail.size();
      List<NewRow> rows = written.rows();
      tail.asTail().add(rows.size());
      changedRows += rows.size();
      for (int i = 0; i < rows.size(); i++) {
        kill(locations.put(rows.get(i).id(), RowLocations.at(tail.serial(), first + i)));
      }
    }
    addSealed(batch.sealed());
  }

  /** Marks the row at a location as dead, if there is one. */
  private void kill(long location) {
    if (location == RowLocations.NOWHERE) {
      return;
    }
    WriterSegment held = holder(location);
    held.live().kill(RowLocations.row(location));
    changedRows++;
    if (held.serial() != tail.serial() && held.liveCount() == 0) {
      others.remove(held.serial());
    }
  }

  /** Replaces the rows of different offers by sealed rows. */
  void addSealed(List<SealedSegment> segments) {
    if (segments.isEmpty()) {
      return;
    }
    takeUp(segments.stream().map(SegmentView::whole).toList());
    changedRows += segments.stream().mapToInt(SealedSegment::size).sum();
    seals++;
  }

  private void takeUp(List<SegmentView> views) {
    if (locations.isEmpty()) {
      locations.ensureCapacity(views.stream().mapToInt(SegmentView::liveCount).sum());
    }
    for (SegmentView view : views) {
      LiveRows.Editor live = new LiveRows.Editor(view.live());
      WriterSegment held = new WriterSegment(view.segment(), ++lastSerial, live);
      others.put(held.serial(), held);
      for (int row = 0; row < view.size(); row++) {
        if (view.live().isLive(row)) {
          kill(locations.put(view.segment().id(row), RowLocations.at(held.serial(), row)));
        }
      }
    }
    quietUntil = 0;
  }

  /**
   * Replaces all offers by sealed rows of different offers. A merge of the earlier segments that is
   * under way will not be installed.
   */
  void replaceBy(List<SealedSegment> segments) {
    others.clear();
    locations.clear();
    locations.trim();
    addSealed(segments);
    tail = emptyTail();
  }

  /** Takes up the segments that another engine saved. This set has no offers yet. */
  void restore(List<SegmentView> views) {
    takeUp(views);
    tail = emptyTail();
  }

  /** Lets no segment that has rows take more of them. */
  void endTail() {
    if (tail.size() > 0) {
      startTail(emptyTail());
    }
  }

  /** Starts another tail. A merge seals the full tail later, together with others. */
  private void startTail(WriterSegment next) {
    if (tail.liveCount() > 0) {
      others.put(tail.serial(), tail);
    }
    tail = next;
    quietUntil = 0;
  }

  @Override
  public long progress() {
    return changedRows;
  }

  /** A task is lost if the rows of another tail have changed meanwhile. */
  @Override
  public long patience() {
    return tail.asTail().capacity();
  }

  /** Returns a merge of the segments that a policy for the offers of now chooses. */
  @Override
  public MergeScheduler.@Nullable DueMerge dueMerge() {
    if (changedRows < quietUntil) {
      return null;
    }
    MergePolicy policy = new MergePolicy(tail.asTail().capacity(), segmentRows(0));
    List<WriterSegment> candidates = List.copyOf(others.values());
    List<MergePolicy.Size> sizesNow =
        candidates.stream()
            .map(held -> new MergePolicy.Size(held.size(), held.liveCount()))
            .toList();
    List<Integer> chosen = policy.choose(sizesNow);
    if (chosen.isEmpty()) {
      quietUntil = changedRows + 1 + policy.spareRows(sizesNow);
      return null;
    }
    return merge(chosen.stream().map(candidates::get).toList(), policy.maxRows());
  }

  /**
   * Returns a merge of the rows that are live now. It reads the views alone, which are immutable,
   * so it may run beside the writer. What it returns changes this set, on a thread that has the
   * lock.
   */
  private MergeScheduler.DueMerge merge(List<WriterSegment> sources, int maxRows) {
    List<SegmentView> views = sources.stream().map(WriterSegment::view).toList();
    boolean areTails = views.stream().allMatch(view -> view.segment() instanceof TailSegment);
    return () -> {
      List<SealedSegment> merged =
          areTails ? sealer.seal(new RowReferences(views), maxRows) : sealer.merge(views, maxRows);
      return () -> install(sources, areTails, merged);
    };
  }

  /**
   * Replaces the sources of a merge by the new segments. Rows that died in the meantime are marked
   * as dead in the new segments.
   *
   * <p>All memory is allocated before the first change, so that running out of it changes nothing.
   */
  private void install(List<WriterSegment> sources, boolean areTails, List<SealedSegment> merged) {
    IntSet serials = new IntOpenHashSet(sources.stream().mapToInt(WriterSegment::serial).toArray());
    if (Collections.disjoint(others.keySet(), serials)) {
      return;
    }
    Int2ObjectSortedMap<WriterSegment> next = new Int2ObjectAVLTreeMap<>(others);
    sources.forEach(source -> next.remove(source.serial()));
    WriterSegment[] added = new WriterSegment[merged.size()];
    for (int i = 0; i < added.length; i++) {
      LiveRows.Editor live = LiveRows.Editor.ofAll(merged.get(i).size());
      added[i] = new WriterSegment(merged.get(i), ++lastSerial, live);
      next.put(lastSerial, added[i]);
    }
    for (WriterSegment held : added) {
      for (int row = 0; row < held.size(); row++) {
        long location = RowLocations.at(held.serial(), row);
        if (!locations.move(held.segment().id(row), serials, location)) {
          held.live().kill(row);
        }
      }
      if (held.liveCount() == 0) {
        next.remove(held.serial()); // This allocates nothing.
      }
    }
    others = next;
    quietUntil = 0;
    if (areTails) {
      seals++;
    } else {
      merges++;
    }
  }

  private WriterSegment holder(long location) {
    int serial = RowLocations.serial(location);
    return serial == tail.serial() ? tail : others.get(serial);
  }
}
