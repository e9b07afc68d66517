package io.offerengine.internal.saved;

import io.offerengine.internal.merge.MergeScheduler;
import io.offerengine.internal.merge.RowLocations;
import io.offerengine.query.EngineException;
import io.offerengine.query.ErrorCode;
import io.offerengine.query.Query;
import io.offerengine.schema.Arguments;
import io.offerengine.schema.Schema;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import it.unimi.dsi.fastutil.ints.IntSet;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.stream.IntStream;
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

  /** A task of the executor is lost if it did not begin while so many segments were made. */
  private static final int PATIENCE = 2;

  /** The serial number in the locations of the tail's searches. */
  private static final int TAIL = 0;

  private final List<AccessPath> paths;
  private final List<Arguments> usual;
  private final SearchSizes sizes;
  private final int most;
  private final MergeScheduler merges;
  private final RowLocations locations = new RowLocations();
  private final List<SearchSegment> segments = new ArrayList<>();

  /** The newest searches; versions ignore what is added behind the rows that they have. */
  private SavedSearch[] tail;

  private int tailRows;
  private Removals tailRemovals;

  /** The serial number that was given last. */
  private int serials = TAIL;

  private volatile SearchVersion version;

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
    this.usual = load.usual;
    this.sizes = sizes;
    this.most = most;
    this.merges = new MergeScheduler(new Merges(), () -> version = newVersion(), executor, this);
    checkSize(load.searches.size());
    this.tail = new SavedSearch[sizes.tailRows()];
    this.tailRemovals = new Removals(tail.length);
    addSegment(List.copyOf(load.searches.values()));
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
    tail[tailRows] = SavedSearch.of(id, query, usual);
    long replaced = locations.put(id, RowLocations.at(TAIL, tailRows));
    tailRows++;
    publish(replaced);
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
    if (location == RowLocations.NOWHERE) {
      return false;
    }
    publish(location);
    return true;
  }

  /** Publishes a version without the search of a location. */
  private void publish(long location) {
    int serial = RowLocations.serial(location);
    int row = RowLocations.row(location);
    if (serial == TAIL) {
      tailRemovals.add(row);
    }
    for (SearchSegment each : segments) {
      if (each.serial == serial) {
        each.removals.add(row);
      }
    }
    version = newVersion();
    merges.afterWrite();
  }

  /** Turns the tail into a segment. If this throws, the tail stays. */
  private void seal() {
    SavedSearch[] next = new SavedSearch[tail.length];
    Removals nextRemovals = new Removals(tail.length);
    addSegment(
        IntStream.range(0, tailRows)
            .filter(row -> tailRemovals.isLive(row))
            .mapToObj(row -> tail[row])
            .toList());
    tail = next;
    tailRemovals = nextRemovals;
    tailRows = 0;
  }

  private void addSegment(List<SavedSearch> searches) {
    if (!searches.isEmpty()) {
      SearchSegment segment = SearchSegmentBuilder.build(searches, paths, sizes);
      segment.serial = ++serials;
      segments.add(segment);
      for (int row = 0; row < segment.ids.length; row++) {
        locations.put(segment.ids[row], RowLocations.at(segment.serial, row));
      }
    }
  }

  private SearchVersion newVersion() {
    List<SearchVersion.View> views = new ArrayList<>(segments.size());
    segments.forEach(each -> views.add(new SearchVersion.View(each, each.removals.count())));
    return new SearchVersion(
        views, tail, tailRows, tailRemovals, tailRemovals.count(), locations.size());
  }

  /** Returns the memory of the map of locations, in bytes. */
  public synchronized long locationBytes() {
    return locations.bytes();
  }

  /** The merges of searches. */
  private final class Merges implements MergeScheduler.Source {
    @Override
    public MergeScheduler.@Nullable DueMerge dueMerge() {
      for (int i = 0; i < segments.size(); i++) {
        SearchSegment segment = segments.get(i);
        int most = Math.max(segment.ids.length / MOST_REMOVED, sizes.tailRows());
        if (segment.removals.count() > most || segment.live() == 0) {
          return merge(i, i + 1);
        }
      }
      int first = segments.size() - 1;
      long live = first < 0 ? 0 : segments.get(first).live();
      while (first > 0 && segments.get(first - 1).live() <= MERGE_FACTOR * live) {
        live += segments.get(--first).live();
      }
      return segments.size() - first < 2 ? null : merge(first, segments.size());
    }

    /** Returns the merge of segments that follow each other. */
    private MergeScheduler.DueMerge merge(int first, int end) {
      List<SearchSegment> sources = List.copyOf(segments.subList(first, end));
      return () -> {
        List<SavedSearch> live = sources.stream().flatMap(SearchSegment::liveSearches).toList();
        SearchSegment merged =
            live.isEmpty() ? null : SearchSegmentBuilder.build(live, paths, sizes);
        return () -> install(first, sources, merged);
      };
    }

    private void install(int first, List<SearchSegment> sources, @Nullable SearchSegment merged) {
      // Allocated before the first change, so that running out of memory loses no search.
      IntSet replaced =
          new IntOpenHashSet(sources.stream().mapToInt(each -> each.serial).toArray());
      segments.subList(first, first + sources.size()).clear();
      if (merged != null) {
        merged.serial = ++serials;
        segments.add(first, merged);
        for (int row = 0; row < merged.ids.length; row++) {
          long location = RowLocations.at(merged.serial, row);
          if (!locations.move(merged.ids[row], replaced, location)) {
            // The search was removed or replaced while the merge ran.
            merged.removals.add(row);
          }
        }
      }
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
