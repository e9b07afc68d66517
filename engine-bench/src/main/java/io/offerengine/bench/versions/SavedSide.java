package io.offerengine.bench.versions;

import io.offerengine.bench.market.OfferGenerator;
import io.offerengine.bench.peers.SearchFinder;
import io.offerengine.bench.searches.MarketTable;
import io.offerengine.bench.searches.SavedChanges;
import io.offerengine.bench.searches.SavedMix;
import io.offerengine.bench.searches.SearchClass;
import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.query.Query;
import io.offerengine.saved.SavedSearches;
import io.offerengine.schema.ChangedOffer;
import io.offerengine.schema.Offer;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Changes of offers beside saved searches: which searches a change newly satisfies, by the engine
 * or in another way. The engine's saved searches are also added to and removed from.
 */
public final class SavedSide implements TimedVersion {
  private static final int CHUNK = 10_000;

  private final SearchFinder finder;
  private final Map<SearchClass, List<ChangedOffer>> changes;

  /** The engine's saved searches; null for another way. */
  private final @Nullable SavedSearches edited;

  private final List<Query> additions;
  private final long firstAddition;

  private SearchClass kind = SearchClass.SAVED_OFFER;
  private List<ChangedOffer> drawn = List.of();
  private int last;
  private long count;

  private SavedSide(
      SearchFinder finder,
      Map<SearchClass, List<ChangedOffer>> changes,
      @Nullable SavedSearches edited,
      List<Query> additions,
      long firstAddition) {
    this.finder = finder;
    this.changes = changes;
    this.edited = edited;
    this.additions = additions;
    this.firstAddition = firstAddition;
  }

  /** Returns another way to find searches. */
  public static SavedSide of(SearchFinder finder, Map<SearchClass, List<ChangedOffer>> changes) {
    return new SavedSide(finder, changes, null, List.of(), 0);
  }

  /** Returns the engine's saved searches. */
  public static SavedSide of(
      SavedSearches saved, Map<SearchClass, List<ChangedOffer>> changes, SavedMix further) {
    List<Query> additions = new ArrayList<>();
    for (int i = 0; i < SavedChanges.COUNT; i++) {
      additions.add(further.next());
    }
    return new SavedSide(SearchFinder.engine(saved), changes, saved, additions, saved.size());
  }

  /** Returns the engine's saved searches, drawn from a market. */
  static SavedSide of(OfferGenerator market, long seed, int searches) {
    SavedMix mix = new SavedMix(MarketTable.of(market), seed);
    return of(build(mix, searches, query -> {}).searches(), SavedChanges.draw(market, seed), mix);
  }

  /**
   * Saved searches and the time that saving them took.
   *
   * @param nanos without drawing them
   */
  public record Built(SavedSearches searches, long nanos) {}

  /**
   * Saves drawn searches; the identifier of each is its number.
   *
   * @param listener receives each search
   */
  public static Built build(SavedMix mix, int searches, Consumer<Query> listener) {
    SavedSearches.Builder builder = SavedSearches.builder(MarketplaceSchema.schema());
    long nanos = 0;
    for (int first = 0; first < searches; first += CHUNK) {
      List<Query> chunk = new ArrayList<>();
      for (int i = first; i < Math.min(searches, first + CHUNK); i++) {
        chunk.add(mix.next());
      }
      chunk.forEach(listener);
      long start = System.nanoTime();
      for (int i = 0; i < chunk.size(); i++) {
        builder.add(first + i, chunk.get(i));
      }
      nanos += System.nanoTime() - start;
    }
    long start = System.nanoTime();
    SavedSearches saved = builder.build();
    return new Built(saved, nanos + System.nanoTime() - start);
  }

  @Override
  public int turnTo(String name) {
    kind = SearchClass.valueOf(name);
    drawn = changes.getOrDefault(kind, List.of());
    return isEdit() ? additions.size() : drawn.size();
  }

  private boolean isEdit() {
    return kind == SearchClass.SAVED_ADD || kind == SearchClass.SAVED_REMOVE;
  }

  @Override
  public long run(int draw) {
    last = draw;
    if (edited != null && isEdit()) {
      return edit(edited, draw);
    }
    ChangedOffer change = drawn.get(draw);
    Offer after = Objects.requireNonNull(change.after());
    long start = System.nanoTime();
    finder.findNew(change.before(), after, id -> count++);
    return System.nanoTime() - start;
  }

  /** Adds a search and removes it, and returns the time of the step that the class is about. */
  private long edit(SavedSearches searches, int draw) {
    long start = System.nanoTime();
    searches.add(firstAddition + draw, additions.get(draw));
    long middle = System.nanoTime();
    searches.remove(firstAddition + draw);
    return kind == SearchClass.SAVED_ADD ? middle - start : System.nanoTime() - middle;
  }

  @Override
  public long[] found() {
    if (isEdit()) {
      return new long[0];
    }
    LongArrayList ids = new LongArrayList();
    LongConsumer sink = ids::add;
    ChangedOffer change = drawn.get(last);
    finder.findNew(change.before(), Objects.requireNonNull(change.after()), sink);
    long[] found = ids.toLongArray();
    Arrays.sort(found);
    return found;
  }

  /** Returns how many searches all runs have found: so no run can be left out. */
  long count() {
    return count;
  }
}
