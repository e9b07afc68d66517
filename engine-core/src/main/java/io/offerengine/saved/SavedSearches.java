package io.offerengine.saved;

import io.offerengine.internal.saved.QueryForm;
import io.offerengine.internal.saved.SearchLoad;
import io.offerengine.internal.saved.SearchSizes;
import io.offerengine.internal.saved.SearchVersion;
import io.offerengine.internal.saved.SearchWriter;
import io.offerengine.query.EngineException;
import io.offerengine.query.Query;
import io.offerengine.schema.Offer;
import io.offerengine.schema.Schema;
import io.offerengine.schema.TimeKey;
import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import java.nio.BufferUnderflowException;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.Executor;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Searches that wait for offers: finds which of them an offer satisfies, or satisfies since its
 * last change.
 *
 * <pre>{@code
 * SavedSearches saved = SavedSearches.builder(schema).build();
 * Query cheap =
 *     Query.builder(schema).where("gpu_name", "eq", "H100").where("dph_total", "lt", 2).build();
 * saved.add(7, cheap);
 * OfferListener alerts =
 *     (version, changes) -> {
 *       Instant now = Instant.now();
 *       for (ChangedOffer each : changes) {
 *         saved.matchChange(each.before(), each.after(), now, System.out::println);
 *       }
 *     };
 * OfferEngine watched = OfferEngine.builder(schema).listener(alerts).build();
 * }</pre>
 *
 * <p>A search matches an offer if {@code Snapshot.search}, with the same query and without a limit,
 * would return an offer with these values. Order, limit, cursor, deadline and collapsing play no
 * part. A clock that the query leaves open has the time of the match.
 *
 * <p><b>Cost.</b> A match reads the values of the offer, and looks at those searches that ask for
 * values which the offer has, and of those only at the searches whose price the offer meets.
 * Alternatives, patterns and lists are checked one by one.
 *
 * <p><b>Threads.</b> Any thread may match, add and remove. A match sees one version of the set, and
 * waits for nobody; additions and removals wait for each other.
 */
public final class SavedSearches {
  /** The head of an array, and a slot of the map with its reserve. */
  private static final int ENTRY_BYTES = 40;

  private final Schema schema;
  private final SearchWriter writer;

  /** By identifier, what {@link QueryForm} writes of each search; null if it is not kept. */
  private final @Nullable Long2ObjectOpenHashMap<byte[]> kept;

  private SavedSearches(Builder builder) {
    this.schema = builder.schema;
    this.writer =
        new SearchWriter(schema, builder.sizes, builder.load, builder.most, builder.executor);
    this.kept = builder.kept == null ? null : builder.kept.clone();
  }

  /** Starts a set of saved searches over offers of a schema. */
  public static Builder builder(Schema schema) {
    return new Builder(schema);
  }

  /**
   * Adds a search, which the next match sees. If there is a search with the same identifier, the
   * new one replaces it: no match sees both or neither.
   *
   * @param id any number
   * @throws IllegalArgumentException if the query belongs to another schema
   * @throws EngineException LIMIT_EXCEEDED if there are as many searches as {@link
   *     Builder#maxSearches} allows
   */
  public void add(long id, Query query) {
    check(query, schema);
    if (kept == null) {
      writer.add(id, query);
      return;
    }
    // Written before anything changes, so that a failure adds no search.
    byte[] form = QueryForm.write(query);
    synchronized (writer) {
      writer.add(id, query);
      kept.put(id, form);
    }
  }

  private static void check(Query query, Schema schema) {
    if (query.schema() != schema) {
      throw new IllegalArgumentException("the query is of another schema: " + query.schema());
    }
  }

  /** Removes a search; returns false if there is none with the identifier. */
  public boolean remove(long id) {
    synchronized (writer) {
      if (kept != null) {
        kept.remove(id);
      }
      return writer.remove(id);
    }
  }

  /** Returns the schema of the offers. */
  public Schema schema() {
    return schema;
  }

  /** Returns whether an engine can save these searches ({@link Builder#restorable}). */
  public boolean isRestorable() {
    return kept != null;
  }

  /**
   * Returns what an engine saves of each search, by identifier: bytes of a form that later builds
   * read.
   *
   * @throws IllegalStateException if the searches are not {@linkplain Builder#restorable
   *     restorable}
   */
  public Map<Long, byte[]> saved() {
    if (kept == null) {
      throw new IllegalStateException(
          "the searches don't keep their conditions; call restorable() on their builder");
    }
    synchronized (writer) {
      return new TreeMap<>(kept);
    }
  }

  /**
   * Adds searches that {@link #saved} returned, perhaps under another schema. Fields that were
   * renamed are found by their aliases.
   *
   * @return by identifier, why a search can't be added: its field was removed, for example
   */
  public Map<Long, String> restore(Map<Long, byte[]> searches) {
    Map<Long, String> lost = new TreeMap<>();
    searches.forEach((id, form) -> {
      try {
        add(id, QueryForm.read(schema, form));
      } catch (EngineException | IllegalArgumentException | BufferUnderflowException e) {
        lost.put(id, String.valueOf(e.getMessage()));
      }
    });
    return lost;
  }

  /** Returns the number of searches. */
  public int size() {
    return writer.version().searches();
  }

  /** Returns figures of the present set. The cost is linear in the memory of its indexes. */
  public SavedSearchStats stats() {
    SearchVersion version = writer.version();
    return new SavedSearchStats(
        version.searches(),
        version.segments().size(),
        version.clusterCount(),
        version.tailRows(),
        version.removedRows(),
        version.bytes() + writer.locationBytes() + keptBytes());
  }

  private long keptBytes() {
    if (kept == null) {
      return 0;
    }
    synchronized (writer) {
      return kept.values().stream().mapToLong(form -> form.length + ENTRY_BYTES).sum();
    }
  }

  /**
   * Finds every search that an offer satisfies.
   *
   * @param now the time for conditions that depend on it
   * @param sink receives the identifiers, each once, in no order
   * @throws IllegalArgumentException if the offer belongs to another schema
   */
  public void match(Offer offer, Instant now, LongConsumer sink) {
    matchChange(null, Objects.requireNonNull(offer), now, sink);
  }

  /**
   * Finds every search that an offer satisfies after a change and did not satisfy before. Both are
   * compared at the same time, so that time alone makes no search match.
   *
   * @param before the offer before the change; null if it is new
   * @param after the offer after the change; null if it was deleted, which no search matches
   * @param now the time for conditions that depend on it
   * @param sink receives the identifiers, each once, in no order
   * @throws IllegalArgumentException if an offer belongs to another schema, or their identifiers
   *     differ
   */
  public void matchChange(
      @Nullable Offer before, @Nullable Offer after, Instant now, LongConsumer sink) {
    check(before);
    check(after);
    if (before != null && after != null && before.id() != after.id()) {
      throw new IllegalArgumentException(
          "a change is of one offer, but got " + before.id() + " and " + after.id());
    }
    if (after != null) {
      writer.version().match(before, after, TimeKey.seconds(now), sink);
    }
  }

  private void check(@Nullable Offer offer) {
    if (offer != null && offer.schema() != schema) {
      throw new IllegalArgumentException(
          "the offer " + offer.id() + " is of another schema: " + offer.schema());
    }
  }

  /**
   * Collects the first searches, and configures the set.
   *
   * <p><b>Threads.</b> Confined to one thread.
   */
  public static final class Builder {
    private static final int DEFAULT_MOST = 10_000_000;

    private final Schema schema;
    private final SearchLoad load;
    private int most = DEFAULT_MOST;
    private SearchSizes sizes = SearchSizes.DEFAULTS;
    private @Nullable Executor executor;
    private @Nullable Long2ObjectOpenHashMap<byte[]> kept;

    private Builder(Schema schema) {
      this.schema = schema;
      this.load = new SearchLoad(schema);
    }

    /**
     * Adds a search with which the set begins. This is several times faster than {@link
     * SavedSearches#add}, because {@link #build} indexes all of them together.
     *
     * @throws IllegalArgumentException if the query belongs to another schema
     */
    public Builder add(long id, Query query) {
      check(query, schema);
      load.add(id, query);
      if (kept != null) {
        kept.put(id, QueryForm.write(query));
      }
      return this;
    }

    /**
     * Keeps the conditions of each search by the names of their fields, so that an engine can save
     * the searches ({@code OfferEngine.Builder.savedSearches}). This takes about 100 bytes for a
     * search of three conditions. By default only indexes are kept.
     *
     * @throws IllegalStateException if a search was added already
     */
    public Builder restorable() {
      if (load.size() > 0) {
        throw new IllegalStateException("restorable() comes before the first search is added");
      }
      kept = new Long2ObjectOpenHashMap<>();
      return this;
    }

    /**
     * Sets the largest number of searches; 10,000,000 by default.
     *
     * @throws IllegalArgumentException if it is negative
     */
    public Builder maxSearches(int searches) {
      if (searches < 0) {
        throw new IllegalArgumentException(
            "the number of searches is at least 0, but is " + searches);
      }
      most = searches;
      return this;
    }

    /**
     * Sets the executor that merges segments, one task at a time. By default, the thread that adds
     * or removes does this work: now and then, a call then takes as long as indexing all searches.
     */
    public Builder mergeExecutor(Executor merges) {
      executor = merges;
      return this;
    }

    /** Sets from which sizes on searches are indexed, so that tests can force each way. */
    Builder sizes(int tailRows, int bitmapRows, int thresholds) {
      sizes = new SearchSizes(tailRows, bitmapRows, thresholds);
      return this;
    }

    /**
     * Returns the set.
     *
     * @throws EngineException LIMIT_EXCEEDED if more searches were added than {@link #maxSearches}
     */
    public SavedSearches build() {
      return new SavedSearches(this);
    }
  }
}
