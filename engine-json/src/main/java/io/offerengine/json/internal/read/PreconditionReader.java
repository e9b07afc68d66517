package io.offerengine.json.internal.read;

import static io.offerengine.query.ErrorCode.EMPTY_CONDITION;
import static io.offerengine.query.ErrorCode.INVALID_REQUEST;

import io.offerengine.json.internal.token.JsonInput;
import io.offerengine.json.internal.token.JsonTree;
import io.offerengine.json.internal.token.Position;
import io.offerengine.query.InvalidQueryException;
import io.offerengine.query.OfferConditions;
import io.offerengine.query.Query;
import io.offerengine.query.QueryLimits;
import io.offerengine.schema.Condition;
import io.offerengine.schema.Field;
import io.offerengine.schema.Schema;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonToken;

/**
 * Reads the conditions under which a change is made: {@code "if": {"rented": {"eq": false}}}.
 *
 * <p>The conditions are those of a search, with one difference: each key must restrict something. A
 * null or {@code any}, which a search ignores, is an error here.
 *
 * <p><b>Threads.</b> Immutable.
 */
public final class PreconditionReader {
  /** The key of the conditions in a change. */
  static final String KEY = "if";

  private final RequestReader conditions;

  /** Creates a reader for offers of a schema. */
  public PreconditionReader(Schema schema) {
    this.conditions = new RequestReader(schema, QueryLimits.DEFAULTS, true);
  }

  /**
   * Reads the conditions; the current token is the first of the value.
   *
   * @throws io.offerengine.query.EngineException if a condition is refused; it has the position of
   *     the value
   */
  public OfferConditions read(JsonInput in) {
    Position start = in.position();
    String path = in.path();
    JsonToken first = in.current();
    if (first != JsonToken.START_OBJECT) {
      throw in.refusal(
          INVALID_REQUEST,
          KEY + " takes an object of conditions, {\"rented\": {\"eq\": false}} for example");
    }
    Map<String, @Nullable Object> given = JsonTree.object(in);
    try {
      Query query = conditions.readConditions(given);
      requireAll(given, query);
      return OfferConditions.of(query);
    } catch (InvalidQueryException e) {
      throw in.refusalAt(start, e.code(), path + e.path(), e.problem());
    }
  }

  /** Refuses keys that restrict nothing: whoever wrote them expects that they do. */
  private void requireAll(Map<String, @Nullable Object> given, Query query) {
    Set<Field> restricted =
        query.conditions().stream().map(Condition::field).collect(Collectors.toSet());
    if (given.isEmpty()) {
      throw new InvalidQueryException(EMPTY_CONDITION, "", KEY + " needs at least one condition");
    }
    for (String name : given.keySet()) {
      Field field = conditions.schema().queryField(name).orElse(null);
      if (field == null || !restricted.contains(field)) {
        throw new InvalidQueryException(
            EMPTY_CONDITION,
            InvalidQueryException.pointer("", name),
            "this restricts nothing; a condition is an object such as {\"eq\": null}");
      }
    }
  }
}
