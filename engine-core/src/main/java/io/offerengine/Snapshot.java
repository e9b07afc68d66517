package io.offerengine;

import io.offerengine.internal.exec.Search;
import io.offerengine.internal.plan.PlanShape;
import io.offerengine.internal.segment.DistinctTexts;
import io.offerengine.internal.segment.EngineVersion;
import io.offerengine.internal.segment.RowCacheBudget;
import io.offerengine.query.ErrorCode;
import io.offerengine.query.InvalidQueryException;
import io.offerengine.query.Query;
import io.offerengine.query.QueryLimits;
import io.offerengine.schema.Field;
import io.offerengine.schema.Schema;
import java.util.List;
import java.util.function.DoubleSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The offers as one version of an engine shows them: isolated from every later change.
 *
 * <p>A snapshot may be held as long as its holder likes. What that costs is memory: the segments
 * that it refers to, as far as later versions don't share them.
 *
 * <p><b>Threads.</b> Immutable; any number of threads may search it at once, without locks.
 */
public final class Snapshot {
  private final Schema schema;
  private final EngineVersion root;
  private final DoubleSupplier clock;
  private final QueryLimits limits;
  private final RowCacheBudget attachments;

  Snapshot(
      Schema schema,
      EngineVersion root,
      DoubleSupplier clock,
      QueryLimits limits,
      RowCacheBudget attachments) {
    this.schema = schema;
    this.root = root;
    this.clock = clock;
    this.limits = limits;
    this.attachments = attachments;
  }

  /**
   * Returns the matching offers, best first, as many as the query's limit allows.
   *
   * @throws InvalidQueryException INVALID_LIMIT if the limit exceeds the engine's
   * @throws io.offerengine.query.EngineException DEADLINE_EXCEEDED if the query's time is over
   * @throws IllegalArgumentException if the query is of another schema
   */
  public Matches search(Query query) {
    return search(query, null);
  }

  /**
   * Searches by a shape of plan wherever it is possible, and by a plain scan elsewhere: for tests.
   */
  Matches search(Query query, @Nullable PlanShape forced) {
    Search search = newSearch(query, forced);
    return new Matches(schema, query, search.run(), attachments);
  }

  /**
   * Returns how many offers match, before folding, whatever the limit and the page.
   *
   * @throws io.offerengine.query.EngineException as {@link #search} does
   */
  public long count(Query query) {
    return count(query, null);
  }

  /** Counts by a shape of plan wherever it is possible: for tests. */
  long count(Query query, @Nullable PlanShape forced) {
    return newSearch(query, forced).count();
  }

  /**
   * Runs a search and says how it was done; one of limit 0 looks at its matches here too.
   *
   * @throws io.offerengine.query.EngineException as {@link #search} does
   */
  public Explanation explain(Query query) {
    Search search = newSearch(query, null);
    search.examine();
    return Explanation.of(query, search);
  }

  /**
   * Returns the distinct values of a text, version or place field as they are stored, by code
   * point.
   *
   * <p><b>Cost.</b> O(rows).
   */
  public List<String> distinctTexts(Field field) {
    if (!schema.require(field).type().isText()) {
      throw new IllegalArgumentException(field + " is of type " + field.type().label());
    }
    return DistinctTexts.of(root, field);
  }

  /** Returns the number of offers. */
  public int size() {
    return root.liveCount();
  }

  /** Returns the version: the number of batches applied so far. */
  public long version() {
    return root.version();
  }

  /** Returns the schema. */
  public Schema schema() {
    return schema;
  }

  /** Returns a search that was not run yet, by a shape of plan where one is forced. */
  Search newSearch(Query query, @Nullable PlanShape forced) {
    if (query.schema() != schema) {
      throw new IllegalArgumentException("the query is of another schema: " + query.schema());
    }
    if (query.limit() > limits.maxLimit()) {
      throw new InvalidQueryException(
          ErrorCode.INVALID_LIMIT,
          "/limit",
          "a limit is a whole number from 0 to "
              + limits.maxLimit()
              + ", but got "
              + query.limit());
    }
    return new Search(root, query, clock.getAsDouble(), forced);
  }

  @Override
  public String toString() {
    return "version " + version() + " of " + size() + " " + schema;
  }
}
