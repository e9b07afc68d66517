package io.offerengine.query;

import static io.offerengine.query.ErrorCode.INVALID_CURSOR;

import io.offerengine.schema.Arguments;
import io.offerengine.schema.Condition;
import io.offerengine.schema.Criterion;
import io.offerengine.schema.Field;
import io.offerengine.schema.Parameter;
import io.offerengine.schema.Requirement;
import io.offerengine.schema.Schema;
import io.offerengine.schema.SortKey;
import java.time.Duration;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The conditions, order, limit, cursor and arguments of a search. Every condition must hold.
 *
 * <pre>{@code
 * Query cheapest =
 *     Query.builder(schema)
 *         .where("gpu_name", "in", List.of("RTX 4090", "RTX 5090"))
 *         .where("num_gpus", "gte", 2)
 *         .where("reliability", "gt", 0.9)
 *         .orderBy("dph_total", "asc")
 *         .with(ALLOCATED_STORAGE, 50.0)
 *         .limit(10)
 *         .build();
 * Matches found = snapshot.search(cheapest);
 * }</pre>
 *
 * <p>Building normalises a query: it has one {@link ValueSet} per field, whatever the number and
 * order of the conditions, includes the conditions that the arguments imply, and simplifies its
 * {@link Alternatives}. A search adds the implied conditions that read a clock which the query
 * leaves open. Rows that are equal by all order keys rank by ascending identifier, so that a result
 * depends on the offers alone.
 *
 * <p><b>Threads.</b> Immutable; one query may be searched many times, by many threads.
 */
public final class Query {
  private final Given given;
  private final ValueSets valueSets;

  /** The alternatives, simplified by the conditions. */
  private final List<Alternatives> alternatives;

  /** The requirements that read a clock without a value. */
  private final List<Requirement> open;

  private final Arguments arguments;
  private final @Nullable Cursor after;
  private final @Nullable Duration deadline;

  /**
   * What a builder was given; the queries of all pages share it.
   *
   * @param accepted the conditions with the values that they accept
   * @param groups the alternatives, normalised
   * @param lists the alternatives, as they were given
   */
  record Given(
      Schema schema,
      List<Accepted> accepted,
      List<Alternatives> groups,
      List<Criterion.Group> lists,
      List<SortKey> order,
      int limit,
      boolean fold) {}

  /**
   * A condition and the values that it accepts.
   *
   * @param condition the condition, as it was given
   * @param values the values
   */
  record Accepted(Condition condition, ValueSet values) {}

  private Query(
      Given given,
      ValueSets valueSets,
      List<Alternatives> alternatives,
      List<Requirement> open,
      Arguments arguments,
      @Nullable Cursor after,
      @Nullable Duration deadline) {
    this.given = given;
    this.valueSets = valueSets;
    this.alternatives = alternatives;
    this.open = open;
    this.arguments = arguments;
    this.after = after;
    this.deadline = deadline;
  }

  /**
   * Returns the first page of what was given: simplifies the alternatives by the conditions, and
   * adds the conditions that the arguments imply.
   */
  static Query of(
      Given given,
      List<Requirement> requirements,
      Arguments arguments,
      @Nullable Duration deadline) {
    ValueSets restricted = ValueSets.of(given.accepted());
    List<Alternatives> groups = given.groups();
    List<Alternatives> simplified =
        groups.isEmpty() ? groups : Alternatives.simplify(groups, restricted);
    List<Requirement> open = addImplied(restricted, requirements, arguments);
    restricted.dropUnrestricted();
    return new Query(given, restricted, simplified, open, arguments, null, deadline);
  }

  /**
   * Adds the conditions that arguments imply by requirements.
   *
   * @return the requirements that read a clock without a value
   */
  private static List<Requirement> addImplied(
      ValueSets restricted, List<Requirement> requirements, Arguments arguments) {
    if (requirements.isEmpty()) {
      return List.of();
    }
    List<Requirement> open = new ArrayList<>(0);
    long openClocks = arguments.openClocks();
    Arguments.Reads reads = new Arguments.Reads();
    Arguments noting = openClocks == 0 ? arguments : arguments.noting(reads);
    for (Requirement requirement : requirements) {
      NumericSet accepted = accepted(requirement, noting);
      if ((reads.take() & openClocks) != 0) {
        open.add(requirement);
      } else if (accepted != null) {
        restricted.restrict(requirement.field(), accepted);
      }
    }
    return List.copyOf(open);
  }

  /** Returns the values that a requirement accepts; null if the arguments imply no condition. */
  static @Nullable NumericSet accepted(Requirement requirement, Arguments arguments) {
    double bound = requirement.bound().of(arguments);
    return Double.isNaN(bound)
        ? null
        : Coercion.atLeast(requirement.field(), bound).withAbsent(requirement.absentPasses());
  }

  /**
   * Starts a query of the offers that satisfy all criteria.
   *
   * <pre>{@code
   * Query query =
   *     Query.where(GPU_NAME.eq("H100"), Query.any(NUM_GPUS.gte(4), DPH_TOTAL.lt(2)))
   *         .orderBy(DPH_TOTAL.ascending())
   *         .limit(10)
   *         .build();
   * }</pre>
   *
   * @throws InvalidQueryException if a value does not fit its field, with a path that names it
   */
  public static QueryBuilder where(Criterion first, Criterion... more) {
    return builder(first.anyField().schema()).where(first).where(more);
  }

  /** Returns the criterion that at least one of some alternatives holds. */
  public static Criterion any(Criterion.Alternative... alternatives) {
    return new Criterion.Group(false, List.of(alternatives));
  }

  /** Returns the criterion that none of some alternatives holds. */
  public static Criterion none(Criterion.Alternative... alternatives) {
    return new Criterion.Group(true, List.of(alternatives));
  }

  /** Returns the alternative that all of some conditions hold. */
  public static Criterion.Alternative all(Condition... conditions) {
    return new Criterion.All(List.of(conditions));
  }

  /** Starts a query under the {@linkplain QueryLimits#DEFAULTS default limits}. */
  public static QueryBuilder builder(Schema schema) {
    return new QueryBuilder(schema, QueryLimits.DEFAULTS);
  }

  /** Starts a query under other limits. */
  public static QueryBuilder builder(Schema schema, QueryLimits limits) {
    return new QueryBuilder(schema, limits);
  }

  /** Returns the query for the offer with an identifier, whatever arguments imply. */
  public static Query byId(Schema schema, long id) {
    Condition sameId = schema.idField().eq(id);
    List<Accepted> conditions = List.of(new Accepted(sameId, NumericSet.range(id, id)));
    Given given = new Given(schema, conditions, List.of(), List.of(), List.of(), 1, false);
    return of(given, List.of(), Arguments.defaults(schema), null);
  }

  /** Returns the schema. */
  public Schema schema() {
    return given.schema();
  }

  /** Returns the conditions as they were given: an unmodifiable list, which copies nothing. */
  public List<Condition> conditions() {
    List<Accepted> accepted = given.accepted();
    return new AbstractList<>() {
      @Override
      public Condition get(int index) {
        return accepted.get(index).condition();
      }

      @Override
      public int size() {
        return accepted.size();
      }
    };
  }

  /** Returns the conditions with the values that they accept. */
  List<Accepted> accepted() {
    return given.accepted();
  }

  /**
   * Returns the conditions that the arguments imply, in words; not those that depend on a clock
   * that the query leaves open.
   */
  public List<String> impliedConditions() {
    List<String> implied = new ArrayList<>();
    for (Requirement requirement : schema().requirements()) {
      double bound = requirement.bound().of(arguments);
      if (!Double.isNaN(bound) && !open.contains(requirement)) {
        implied.add(describe(requirement, bound));
      }
    }
    return List.copyOf(implied);
  }

  private static String describe(Requirement requirement, double bound) {
    String condition = bound == Double.NEGATIVE_INFINITY ? "is present" : "gte " + bound;
    String absent = requirement.absentPasses() ? " or is absent" : "";
    return requirement.field() + " " + condition + absent + " (" + requirement.reason() + ")";
  }

  /** Returns the accepted values of each restricted field; an unmodifiable map. */
  public Map<Field, ValueSet> valueSets() {
    return valueSets;
  }

  /** Returns the lists of alternatives beside the value sets; one of each list must hold. */
  public List<Alternatives> alternatives() {
    return alternatives;
  }

  /** Returns the alternatives as they were given, in words. */
  public List<String> alternativesInWords() {
    return given.lists().stream().map(Criterion.Group::toString).toList();
  }

  /** Returns all conditions and lists of alternatives, as they were given; all must hold. */
  public List<Criterion> criteria() {
    List<Criterion> criteria = new ArrayList<>(conditions());
    criteria.addAll(given.lists());
    return criteria;
  }

  /** Returns the order, primary key first; empty for the order of identifiers. */
  public List<SortKey> order() {
    return given.order();
  }

  /** Returns the largest number of results. */
  public int limit() {
    return given.limit();
  }

  /** Returns the values of the parameters; a clock that was not given is unset. */
  public Arguments arguments() {
    return arguments;
  }

  /** Returns whether results collapse: only the best offer of each fold value is returned. */
  public boolean fold() {
    return given.fold();
  }

  /** Returns the position after which results begin; null for the first page. */
  public @Nullable Cursor after() {
    return after;
  }

  /** Returns how long a search may take; null for as long as it needs. */
  public @Nullable Duration deadline() {
    return deadline;
  }

  /**
   * Returns the same query with another deadline; O(1).
   *
   * @param longest how long a search may take; null for as long as it needs
   */
  public Query withDeadline(@Nullable Duration longest) {
    return new Query(given, valueSets, alternatives, open, arguments, after, longest);
  }

  /**
   * Returns the same query for the page after a cursor. A clock that was not given has the time of
   * the first page.
   *
   * @throws InvalidQueryException if the cursor belongs to another query
   */
  public Query after(Cursor cursor) {
    if (cursor.fingerprint != Fingerprint.of(this) || !cursor.fits(order())) {
      throw new InvalidQueryException(
          INVALID_CURSOR, "/cursor", "the cursor belongs to another query; start again without it");
    }
    Arguments atClock = arguments.atClock(schema(), cursor.clock());
    return new Query(given, valueSets, alternatives, open, atClock, cursor, deadline);
  }

  /**
   * Returns this query as a search at a time sees it: with the conditions that depend on a clock
   * that the query leaves open. If there is no such condition, this is the query itself.
   *
   * @param seconds the time, in seconds since 1970
   */
  public Query atClock(double seconds) {
    if (open.isEmpty()) {
      return this;
    }
    Arguments atClock = arguments.atClock(schema(), seconds);
    ValueSets restricted = new ValueSets(valueSets);
    addImplied(restricted, open, atClock);
    restricted.dropUnrestricted();
    return new Query(given, restricted, alternatives, List.of(), atClock, after, deadline);
  }

  /** Returns the requirements that depend on a clock that the query leaves open. */
  public List<Requirement> openRequirements() {
    return open;
  }

  /**
   * Returns the same query without some conditions, from its first page on. Alternatives and the
   * conditions that the arguments imply remain.
   *
   * @param dropped whether a condition is left out
   */
  public Query without(Predicate<Condition> dropped) {
    List<Accepted> remaining = new ArrayList<>(given.accepted());
    remaining.removeIf(each -> dropped.test(each.condition()));
    Given left =
        new Given(
            schema(),
            Collections.unmodifiableList(remaining),
            given.groups(),
            given.lists(),
            order(),
            limit(),
            fold());
    return of(left, schema().requirements(), arguments, deadline);
  }

  /** Returns whether the conditions contradict each other, so that nothing can match. */
  public boolean isContradiction() {
    return valueSets.isContradiction() || alternatives.stream().anyMatch(Alternatives::isEmpty);
  }

  /** Returns the conditions, the order, the limit, and the parameters that were given a value. */
  @Override
  public String toString() {
    StringJoiner text = new StringJoiner(" and ", "where ", "");
    text.setEmptyValue("everything");
    conditions().forEach(each -> text.add(each.toString()));
    alternativesInWords().forEach(text::add);
    impliedConditions().forEach(text::add);
    StringJoiner keys = new StringJoiner(", ", " order by ", "");
    order().forEach(key -> keys.add(key.toString()));
    keys.add(schema().idField() + " asc");
    StringJoiner parameters = new StringJoiner(", ", " with ", "");
    parameters.setEmptyValue("");
    for (Parameter<?> parameter : schema().parameters()) {
      if (arguments.isGiven(parameter)) {
        parameters.add(parameter + "=" + arguments.text(parameter));
      }
    }
    return text + keys.toString() + " limit " + limit() + (fold() ? " folded" : "") + parameters;
  }
}
