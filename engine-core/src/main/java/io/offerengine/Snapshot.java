package io.offerengine;

import io.offerengine.facet.FacetRequest;
import io.offerengine.facet.Facets;
import io.offerengine.internal.exec.Search;
import io.offerengine.internal.facet.FacetSearch;
import io.offerengine.internal.facet.QueryVariants;
import io.offerengine.internal.index.Deadline;
import io.offerengine.internal.plan.PlanShape;
import io.offerengine.internal.segment.DistinctTexts;
import io.offerengine.internal.segment.EngineVersion;
import io.offerengine.internal.segment.RowCacheBudget;
import io.offerengine.query.Cursor;
import io.offerengine.query.ErrorCode;
import io.offerengine.query.InvalidQueryException;
import io.offerengine.query.Query;
import io.offerengine.query.QueryLimits;
import io.offerengine.query.TextSet;
import io.offerengine.schema.Condition;
import io.offerengine.schema.Field;
import io.offerengine.schema.Offer;
import io.offerengine.schema.Operator;
import io.offerengine.schema.Schema;
import io.offerengine.schema.TimeKey;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The offers of one version of an engine. Later changes do not affect a snapshot.
 *
 * <p><b>Cost.</b> A snapshot may be held for any time. As long as it is reachable, its segments
 * stay in memory; it shares most of them with later versions.
 *
 * <p><b>Threads.</b> Immutable. Any number of threads may search it at the same time, without
 * locks.
 */
public final class Snapshot {
  private final Schema schema;
  private final EngineVersion version;
  private final InstantSource clock;
  private final QueryLimits limits;
  private final RowCacheBudget attachments;
  private final @Nullable PlanShape forced;

  /**
   * Creates a snapshot.
   *
   * @param forced the shape of plans, see {@link #by}; null if the planner chooses
   */
  Snapshot(
      Schema schema,
      EngineVersion version,
      InstantSource clock,
      QueryLimits limits,
      RowCacheBudget attachments,
      @Nullable PlanShape forced) {
    this.schema = schema;
    this.version = version;
    this.clock = clock;
    this.limits = limits;
    this.attachments = attachments;
    this.forced = forced;
  }

  /**
   * Returns the same offers with a fixed clock: searches, counts and facets take place at this
   * time, unless the query gives a time of its own. Several engines that answer one search together
   * use the same time.
   */
  public Snapshot at(Instant time) {
    return new Snapshot(schema, version, InstantSource.fixed(time), limits, attachments, forced);
  }

  /**
   * Returns the same offers, searched with a given shape of plan in every segment that allows the
   * shape. In the other segments, searches gather matching rows without an order. Facets ignore the
   * shape. For tests.
   *
   * @param shape null for the cheapest
   */
  Snapshot by(@Nullable PlanShape shape) {
    return new Snapshot(schema, version, clock, limits, attachments, shape);
  }

  /**
   * Returns the matching offers in the order of the query, at most as many as its limit.
   *
   * @throws InvalidQueryException INVALID_LIMIT if the query's limit is greater than the
   *     {@linkplain OfferEngine.Builder#limits engine's}
   * @throws io.offerengine.query.EngineException DEADLINE_EXCEEDED if the search takes longer than
   *     the query's deadline
   * @throws IllegalArgumentException if the query belongs to another schema
   */
  public Matches search(Query query) {
    checkLimit(query);
    return new Matches(schema, query.fold(), newSearch(query).run(), attachments);
  }

  /**
   * Searches like {@link #search(Query)} and tells what it cost, for metrics.
   *
   * <pre>{@code
   * List<SearchWork> work = new ArrayList<>();
   * Matches matches = snapshot.search(query, work::add);
   * System.out.println("examined " + work.get(0).rowsExamined() + " rows");
   * }</pre>
   *
   * <p><b>Cost.</b> A map of a few entries beside the search.
   *
   * @param listener is called once, on this thread, before this method returns; not if the search
   *     fails
   */
  public Matches search(Query query, Consumer<? super SearchWork> listener) {
    checkLimit(query);
    Search search = newSearch(query);
    Matches matches = new Matches(schema, query.fold(), search.run(), attachments);
    listener.accept(SearchWork.of(search));
    return matches;
  }

  /**
   * Returns the pages of a query one after the other, all of this version. Each step searches for
   * the page after the last one; the pages end where {@link Matches#nextCursor} is null.
   *
   * <pre>{@code
   * List<Long> ids = new ArrayList<>();
   * for (Matches page : snapshot.pages(query)) {
   *   ids.addAll(page.toList(Match::id));
   * }
   * }</pre>
   *
   * <p><b>Cost.</b> That of a search for each page. {@link #forEach} visits all matches at less
   * cost, without an order.
   *
   * @param query its limit is the size of a page, at least 1; it may continue an earlier page
   * @return pages of which none is empty but the first one, if nothing matches
   * @throws InvalidQueryException as {@link #search} does, and INVALID_LIMIT if the limit is 0; the
   *     iterator throws what a search throws
   */
  public Iterable<Matches> pages(Query query) {
    checkLimit(query);
    if (query.limit() == 0) {
      throw new InvalidQueryException(
          ErrorCode.INVALID_LIMIT, "/limit", "a page has at least 1 result, but got the limit 0");
    }
    return () -> new Pages(query);
  }

  /** The pages that are left. */
  private final class Pages implements Iterator<Matches> {
    private @Nullable Query next;

    Pages(Query first) {
      this.next = first;
    }

    @Override
    public boolean hasNext() {
      return next != null;
    }

    @Override
    public Matches next() {
      Query query = next;
      if (query == null) {
        throw new NoSuchElementException("there are no more pages");
      }
      Matches page = search(query);
      Cursor cursor = page.nextCursor();
      next = cursor == null ? null : query.after(cursor);
      return page;
    }
  }

  /**
   * Returns the offer with an identifier; null if there is none.
   *
   * <p><b>Cost.</b> That of a search by identifier, and of the copy.
   */
  public @Nullable Offer find(long id) {
    Search search = newSearch(Query.byId(schema, id));
    Matches matches = new Matches(schema, false, search.run(), attachments);
    return matches.isEmpty() ? null : matches.get(0).toOffer();
  }

  /**
   * Returns the number of matching offers before folding. Limit and cursor of the query are
   * ignored.
   *
   * @throws io.offerengine.query.EngineException as {@link #search} does
   */
  public long count(Query query) {
    return newSearch(query).count();
  }

  /**
   * Visits all matching offers, in no particular order: those that {@link #count} counts. Order,
   * limit and folding of the query have no effect.
   *
   * <pre>{@code
   * List<Long> ids = new ArrayList<>();
   * snapshot.forEach(query, some -> {
   *   for (Match match : some) {
   *     ids.add(match.id());
   *   }
   * });
   * }</pre>
   *
   * <p><b>Cost.</b> That of {@link #count}, and a few nanoseconds for each match. A {@link Match}
   * that the consumer gets is an object of 32 bytes; nothing else is made per match, and no memory
   * is held for matches that were visited.
   *
   * @param consumer is called on this thread with some matches at a time, at least one, each time
   *     with an instance of its own; if it throws, the visit ends with this exception. Its time
   *     counts for the deadline, which is checked before each call
   * @throws InvalidQueryException INVALID_CURSOR if the query continues an earlier page
   * @throws io.offerengine.query.EngineException as {@link #search} does
   */
  public void forEach(Query query, Consumer<? super Matches> consumer) {
    if (query.after() != null) {
      throw new InvalidQueryException(
          ErrorCode.INVALID_CURSOR,
          "/cursor",
          "a visit of all matches has no pages; give it the query without the cursor");
    }
    newSearch(query)
        .forEach(batch -> consumer.accept(new Matches(schema, false, batch, attachments)));
  }

  /**
   * Returns the number of different fold values of the matching offers: how many results the query
   * has if it folds. An offer without a fold value counts as itself. Limit and cursor of the query
   * are ignored.
   *
   * <p><b>Cost.</b> That of {@link #count}, and a lookup for each matching offer.
   *
   * @throws InvalidQueryException if the schema has no fold field
   * @throws io.offerengine.query.EngineException as {@link #search} does
   */
  public long countFolded(Query query) {
    FacetRequest folds = FacetRequest.builder(schema).build().withFolds(List.of());
    return Objects.requireNonNull(facets(query, folds).folds()).count();
  }

  /**
   * Returns for each of the query's conditions how many offers match if this condition is left out.
   * Alternatives and the conditions that parameters imply always apply.
   *
   * <p><b>Cost.</b> One pass over the segments, in which each condition is evaluated once.
   *
   * @return by condition, in the order of {@link Query#conditions}
   * @throws io.offerengine.query.EngineException as {@link #search} does
   */
  @SuppressWarnings("ReferenceEquality") // equal conditions may be given twice
  public List<Long> countWithout(Query query) {
    checkSchema(query);
    List<Query> variants = new ArrayList<>();
    for (Condition each : query.conditions()) {
      variants.add(query.without(condition -> condition == each));
    }
    return variants.isEmpty()
        ? List.of()
        : LongArrayList.wrap(QueryVariants.count(version, variants, now()));
  }

  /**
   * Counts values, intervals, extremes and quantiles of the matching offers. Order, limit, cursor
   * and folding of the query are ignored.
   *
   * <p><b>Cost.</b> All facets share one pass over the segments. Many matching rows are counted by
   * the bitmaps of values and by ranks, at a pass over the words of each bitmap; few are read one
   * by one. A field without an index, and folds, are always read row by row.
   *
   * @throws io.offerengine.query.EngineException as {@link #search} does
   * @throws IllegalArgumentException if the query or the request belongs to another schema
   */
  public Facets facets(Query query, FacetRequest request) {
    return newFacetSearch(query, request).run();
  }

  /**
   * Counts facets, and returns how each segment was counted: a line for each facet.
   *
   * @throws io.offerengine.query.EngineException as {@link #search} does
   */
  public List<String> explain(Query query, FacetRequest request) {
    return newFacetSearch(query, request).explain();
  }

  private FacetSearch newFacetSearch(Query query, FacetRequest request) {
    checkSchema(query);
    if (request.schema() != schema) {
      throw new IllegalArgumentException("the request is of another schema: " + request.schema());
    }
    return new FacetSearch(version, query, request, now(), new Deadline(query.deadline()));
  }

  private void checkSchema(Query query) {
    if (query.schema() != schema) {
      throw new IllegalArgumentException("the query is of another schema: " + query.schema());
    }
  }

  /**
   * Runs a search and returns how it ran. This method also examines the matches if the limit is 0.
   *
   * <p><b>Cost.</b> That of the search and of a {@link #count}.
   *
   * @throws io.offerengine.query.EngineException as {@link #search} does
   */
  public Explanation explain(Query query) {
    return explain(query, false);
  }

  /**
   * Like {@link #explain}, with the {@linkplain Explanation#times times} of planning, searching and
   * collecting. The first run of a search is slower than later ones, which find their data in the
   * caches of the processor.
   *
   * @throws io.offerengine.query.EngineException as {@link #search} does
   */
  public Explanation explainTimed(Query query) {
    return explain(query, true);
  }

  private Explanation explain(Query query, boolean isTimed) {
    checkLimit(query);
    Search search = newSearch(query);
    search.examine(isTimed);
    return Explanation.of(query, search, isTimed);
  }

  /**
   * Returns the distinct values of a text, version or place field as they are stored, in the order
   * of their code points.
   *
   * <p><b>Cost.</b> O(rows).
   *
   * @throws IllegalArgumentException if the field has another type
   */
  public List<String> distinctTexts(Field field) {
    if (!schema.require(field).type().isText()) {
      throw new IllegalArgumentException(field + " is of type " + field.type().label());
    }
    return DistinctTexts.of(version, field, TextSet.present(), Integer.MAX_VALUE);
  }

  /**
   * Returns the first distinct values of a text field that start with a text, as {@code
   * starts_with} compares, in the order of their code points and as they are stored. Boxes that
   * complete what a user types ask this.
   *
   * <p><b>Cost.</b> Linear in the number of distinct values. A segment with deleted rows also reads
   * rows until each value that starts with the text has a live row, at most all of them.
   *
   * @param prefix what the values start with; empty for all values
   * @param limit the largest number of values
   * @throws InvalidQueryException OPERATOR_NOT_SUPPORTED if the field has another type,
   *     LIMIT_EXCEEDED if the prefix is too long, INVALID_LIMIT if the limit is negative or greater
   *     than the engine's
   */
  public List<String> distinct(Field field, String prefix, int limit) {
    Query query =
        Query.builder(schema, limits)
            .where(field, Operator.STARTS_WITH, prefix)
            .limit(limit)
            .build();
    TextSet accepted = (TextSet) Objects.requireNonNull(query.valueSets().get(field));
    return DistinctTexts.of(version, field, accepted, limit);
  }

  /** Returns the number of offers. */
  public int size() {
    return version.liveCount();
  }

  /**
   * Returns the number of the version. A batch that changes something, or a load, publishes the
   * next number; {@link OfferEngine#applyAt} and {@link OfferEngine#replace} choose a number.
   */
  public long version() {
    return version.number();
  }

  /** Returns the schema. */
  public Schema schema() {
    return schema;
  }

  /** Returns a search that has not run yet. */
  Search newSearch(Query query) {
    checkSchema(query);
    return new Search(version, query, now(), forced);
  }

  /** Returns the time of the clock in seconds since 1970. */
  private double now() {
    return TimeKey.seconds(
        Objects.requireNonNull(clock.instant(), "the clock of the engine gave no time"));
  }

  private void checkLimit(Query query) {
    if (query.limit() > limits.maxLimit()) {
      String allowed = "a limit is a whole number from 0 to " + limits.maxLimit();
      throw new InvalidQueryException(
          ErrorCode.INVALID_LIMIT, "/limit", allowed + ", but got " + query.limit());
    }
  }

  @Override
  public String toString() {
    return "version " + version() + " of " + size() + " " + schema;
  }
}
