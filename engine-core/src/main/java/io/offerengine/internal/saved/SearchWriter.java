package io.offerengine.internal.saved;

import io.offerengine.internal.column.Footprint;
import io.offerengine.internal.merge.MergeScheduler;
import io.offerengine.query.EngineException;
import io.offerengine.query.ErrorCode;
import io.offerengine.query.Query;
import io.offerengine.schema.Arguments;
import io.offerengine.schema.Schema;
import it.unimi.dsi.fastutil.Hash;
import it.unimi.dsi.fastutil.HashCommon;
import it.unimi.dsi.fastutil.longs.Long2LongOpenHashMap;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * Adds and removes searches, and publishes versions.
 *
 * <p>If the tail is full, the next addition turns it into a segment first, on its own thread. If
 * this fails, nothing is added. A merge makes one segment of the newest ones. It takes the next
 * older one, too, and the next after that, as long as each has at most {@value #MERGE_FACTOR} times
 * the searches of all newer ones. So there are few segments, and each is several times larger than
 * the next one. A segment is rewritten after it has lost more than a quarter of its searches, and
 * more searches than a tail has.
 *
 * <p><b>Threads.</b> Writers wait for each other; a merge holds the lock only to install its
 * segment. Readers take a {@link #version} and wait for nobody.
 */
public final class SearchWriter {
  private static final int MERGE_FACTOR = 3;
  private static final int MOST_REMOVED = 4;

  /**
   * A task of the executor is lost if it did not begin while so many tails and segments were made;
   * a full tail makes one of each.
   */
  private static final int PATIENCE = 4;

  private final List<AccessPath> paths;
  private final List<Arguments> usual;
  private final SearchSizes sizes;
  private final int most;
  private final MergeScheduler<Merge, @Nullable SearchSegment> merges;

  /** By identifier: the serial number of the rows (upper half) and the row. */
  private final Long2LongOpenHashMap locations = new Long2LongOpenHashMap();

  private final List<Held> segments = new ArrayList<>();
  private Held tail;
  private int tailRows;
  private int serials;
  private volatile SearchVersion version;

  /** Rows as the writer holds them. */
  static final class Held {
    private final SearchRows rows;
    private final int serial;
    private int removals;

    Held(SearchRows rows, int serial) {
      this.rows = rows;
      this.serial = serial;
    }

    int live() {
      return rows.ids.length - removals;
    }
  }

  /**
   * A merge of segments that follow each other.
   *
   * @param first the position of the first one
   * @param sources the segments
   */
  record Merge(int first, List<Held> sources) {}

  /**
   * Creates a writer.
   *
   * @param load the first searches
   * @param most the largest number of searches
   * @param executor runs merges; null for the thread that writes
   */
  public SearchWriter(
      Schema schema, SearchSizes sizes, SearchLoad load, int most, @Nullable Executor executor) {
    this.paths = AccessPath.of(schema);
    this.usual = SearchLoad.usual(schema);
    this.sizes = sizes;
    this.most = most;
    this.merges = new MergeScheduler<>(new Merges(), executor, this);
    locations.defaultReturnValue(-1);
    checkSize(load.searches.size());
    this.tail = new Held(new SearchTail(sizes.tailRows()), serials++);
    addSegment(load.searches);
    this.version = newVersion();
  }

  /** Returns the latest version. */
  public SearchVersion version() {
    return version;
  }

  /** Adds a search; a search with the same identifier is replaced, in one version. */
  public synchronized void add(long id, Query query) {
    if (!locations.containsKey(id)) {
      checkSize(locations.size() + 1);
    }
    if (tailRows == sizes.tailRows()) {
      seal();
    }
    SavedSearch search = SavedSearch.of(id, query, usual);
    SearchTail target = (SearchTail) tail.rows;
    target.ids[tailRows] = id;
    target.searches[tailRows] = search;
    long replaced = locations.put(id, location(tail, tailRows));
    tailRows++;
    kill(replaced);
    version = newVersion();
    merges.afterWrite();
  }

  private void checkSize(int searches) {
    if (searches > most) {
      throw new EngineException(
          ErrorCode.LIMIT_EXCEEDED, "at most " + most + " searches are saved, but got one more");
    }
  }

  /** Removes a search; returns whether there was one. */
  public synchronized boolean remove(long id) {
    long location = locations.remove(id);
    kill(location);
    if (location >= 0) {
      version = newVersion();
      merges.afterWrite();
    }
    return location >= 0;
  }

  private void kill(long location) {
    Held held = isIn(tail, location) ? tail : null;
    for (int i = 0; held == null && i < segments.size(); i++) {
      held = isIn(segments.get(i), location) ? segments.get(i) : null;
    }
    if (held != null) {
      held.rows.removedAt[(int) location] = ++held.removals;
    }
  }

  private static long location(Held held, int row) {
    return (long) held.serial << 32 | row;
  }

  /** Turns the tail into a segment. If this throws, the tail stays. */
  private void seal() {
    List<SavedSearch> live = new ArrayList<>(tailRows);
    tail.rows.forEachLive(live::add);
    Held next = new Held(new SearchTail(sizes.tailRows()), serials++);
    addSegment(live);
    tail = next;
    tailRows = 0;
  }

  private void addSegment(List<SavedSearch> searches) {
    if (!searches.isEmpty()) {
      SearchSegment segment = SearchSegmentBuilder.build(searches, paths, sizes);
      Held held = new Held(segment, serials++);
      segments.add(held);
      for (int row = 0; row < segment.ids.length; row++) {
        locations.put(segment.ids[row], location(held, row));
      }
    }
  }

  private SearchVersion newVersion() {
    List<SearchVersion.View> views = new ArrayList<>(segments.size());
    for (Held held : segments) {
      views.add(new SearchVersion.View((SearchSegment) held.rows, held.removals));
    }
    return new SearchVersion(
        views, (SearchTail) tail.rows, tailRows, tail.removals, locations.size());
  }

  private static boolean isIn(Held held, long location) {
    return location >= 0 && (int) (location >>> 32) == held.serial;
  }

  /** Returns the memory of the map of locations, in bytes. */
  public synchronized long locationBytes() {
    long slots = HashCommon.arraySize(locations.size(), Hash.DEFAULT_LOAD_FACTOR);
    return 2 * Footprint.array(slots, Long.BYTES);
  }

  /** The merges of searches. */
  private final class Merges implements MergeScheduler.Source<Merge, @Nullable SearchSegment> {
    @Override
    public @Nullable Merge dueMerge() {
      for (int i = 0; i < segments.size(); i++) {
        Held held = segments.get(i);
        int most = Math.max(held.rows.ids.length / MOST_REMOVED, sizes.tailRows());
        if (held.removals > most || held.live() == 0) {
          return new Merge(i, List.of(held));
        }
      }
      int first = segments.size() - 1;
      long live = first < 0 ? 0 : segments.get(first).live();
      while (first > 0 && segments.get(first - 1).live() <= MERGE_FACTOR * live) {
        live += segments.get(--first).live();
      }
      return segments.size() - first < 2
          ? null
          : new Merge(first, List.copyOf(segments.subList(first, segments.size())));
    }

    @Override
    public @Nullable SearchSegment run(Merge merge) {
      List<SavedSearch> live = new ArrayList<>();
      merge.sources.forEach(source -> source.rows.forEachLive(live::add));
      return live.isEmpty() ? null : SearchSegmentBuilder.build(live, paths, sizes);
    }

    @Override
    public void install(Merge merge, @Nullable SearchSegment merged) {
      // Allocated before the first change, so that running out of memory loses no search.
      Held held = merged == null ? null : new Held(merged, serials++);
      segments.subList(merge.first, merge.first + merge.sources.size()).clear();
      if (merged != null && held != null) {
        segments.add(merge.first, held);
        for (int row = 0; row < merged.ids.length; row++) {
          long location = locations.get(merged.ids[row]);
          if (merge.sources.stream().anyMatch(source -> isIn(source, location))) {
            locations.put(merged.ids[row], location(held, row));
          } else {
            // The search was removed or replaced while the merge ran.
            merged.removedAt[row] = ++held.removals;
          }
        }
      }
      version = newVersion();
    }

    @Override
    public long progress() {
      return serials;
    }

    @Override
    public long patience() {
      return PATIENCE;
    }
  }
}
