package io.offerengine.json.internal.read;

import static io.offerengine.query.ErrorCode.INVALID_LIMIT;
import static io.offerengine.query.ErrorCode.INVALID_REQUEST;
import static io.offerengine.query.ErrorCode.INVALID_VALUE;
import static io.offerengine.query.ErrorCode.UNKNOWN_FIELD;

import io.offerengine.facet.FacetRequest;
import io.offerengine.facet.FacetRequest.Counting;
import io.offerengine.json.internal.token.JsonTree;
import io.offerengine.json.internal.token.MessageText;
import io.offerengine.query.InvalidQueryException;
import io.offerengine.query.NumberLiteral;
import io.offerengine.schema.Field;
import io.offerengine.schema.Schema;
import io.offerengine.schema.Schema.FieldName;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Turns the key {@code facets} of a request into a {@link FacetRequest}.
 *
 * <p>A refused request is an {@link InvalidQueryException} with a JSON Pointer into the request.
 *
 * <p><b>Threads.</b> Immutable.
 */
public final class FacetReader {
  /** The key of a request that has the facets. */
  public static final String FACETS = "facets";

  private static final String PATH = "/facets";

  private static final String KEYS =
      "facets have the keys values, histogram, range, quantiles, without_own_condition and"
          + " counting";

  private final Schema schema;
  private final RequestNames names;

  /** Creates a reader of facets of offers of a schema. */
  public FacetReader(Schema schema) {
    this.schema = schema;
    this.names = new RequestNames(schema, true);
  }

  /** Adds the facet of a field. */
  private interface Facet {
    void add(Field field, Object value, String path);
  }

  /** Returns a request without its facets. */
  public static Map<String, @Nullable Object> withoutFacets(Map<String, @Nullable Object> request) {
    Map<String, @Nullable Object> search = new LinkedHashMap<>(request);
    search.remove(FACETS);
    return search;
  }

  /** Reads the facets of a request. */
  public FacetRequest read(Map<String, @Nullable Object> request) {
    Object given = request.get(FACETS);
    if (given == null) {
      throw new InvalidQueryException(
          INVALID_REQUEST, "", "the key facets is missing; it says what to count");
    }
    FacetRequest.Builder builder = FacetRequest.builder(schema);
    JsonTree.members(PATH, "facets are an object", given)
        .forEach((key, value) -> readKind(builder, key, value, request));
    return builder.build();
  }

  private void readKind(
      FacetRequest.Builder builder,
      String kind,
      @Nullable Object value,
      Map<String, @Nullable Object> request) {
    String path = InvalidQueryException.pointer(PATH, kind);
    if (value == null) {
      throw MessageText.mismatch(path, kind + " has no value; leave it out to count nothing", null);
    }
    switch (kind) {
      case "values" ->
          eachField(
              path, value, request, (field, asked, at) -> readValues(builder, field, asked, at));
      case "histogram" ->
          eachField(
              path,
              value,
              request,
              (field, edges, at) -> builder.histogram(field, numbers(at, edges, "edges")));
      case "range" -> readRanges(builder, path, value, request);
      case "quantiles" ->
          eachField(
              path,
              value,
              request,
              (field, shares, at) -> builder.quantiles(field, numbers(at, shares, "quantiles")));
      case "without_own_condition" -> {
        if (flag(path, kind, value)) {
          builder.withoutOwnCondition();
        }
      }
      case "counting" -> builder.counting(counting(path, value));
      default ->
          throw new InvalidQueryException(
              UNKNOWN_FIELD, path, KEYS + ", but got " + MessageText.name(kind));
    }
  }

  private void eachField(
      String path, Object value, Map<String, @Nullable Object> request, Facet facet) {
    JsonTree.members(path, "it takes an object with a key for each field", value)
        .forEach((name, asked) -> {
          String at = InvalidQueryException.pointer(path, name);
          if (asked == null) {
            throw MessageText.mismatch(
                at, "a field has no value here; leave it out to count nothing", null);
          }
          add(name, path, at, request, field -> facet.add(field, asked, at));
        });
  }

  /** Adds the facet of a field; the path of an error leads to where the request names the field. */
  private void add(
      String name,
      String path,
      String at,
      Map<String, @Nullable Object> request,
      Consumer<Field> facet) {
    Field field = field(name, at);
    String own = InvalidQueryException.pointer(path, field.name());
    try {
      facet.accept(field);
    } catch (InvalidQueryException e) {
      boolean isOwn = e.path().startsWith(own);
      String given = isOwn ? at + e.path().substring(own.length()) : e.path();
      throw new InvalidQueryException(e.code(), given, e.problem());
    }
    RequestNames.requireArguments(field, request, at);
  }

  private void readRanges(
      FacetRequest.Builder builder,
      String path,
      Object value,
      Map<String, @Nullable Object> request) {
    if (!(value instanceof List<?> names)) {
      throw MessageText.mismatch(path, "range takes a list of fields", value);
    }
    for (int i = 0; i < names.size(); i++) {
      String at = path + "/" + i;
      String name = JsonTree.text(at, "the name of a field is a text", names.get(i));
      add(name, path, at, request, builder::range);
    }
  }

  private static void readValues(
      FacetRequest.Builder builder, Field field, Object asked, String path) {
    if (!(asked instanceof Map<?, ?>)) {
      builder.values(field, limit(path, asked));
      return;
    }
    Map<String, @Nullable Object> options = JsonTree.members(path, "it takes a limit", asked);
    Object limit = options.get("limit");
    if (limit == null) {
      throw new InvalidQueryException(INVALID_LIMIT, path, "the key limit is missing");
    }
    builder.values(field, limit(path + "/limit", limit));
    options.forEach((key, value) -> {
      String at = InvalidQueryException.pointer(path, key);
      if (key.equals("include_zero")) {
        if (flag(at, key, value)) {
          builder.includeZero();
        }
      } else if (!key.equals("limit")) {
        throw new InvalidQueryException(
            UNKNOWN_FIELD,
            at,
            "values of a field have the keys limit and include_zero, but got "
                + MessageText.name(key));
      }
    });
  }

  private static int limit(String path, Object value) {
    NumberLiteral number = value instanceof NumberLiteral literal ? literal : null;
    double limit = number == null ? Double.NaN : number.doubleValue();
    if (!(limit >= 1 && limit <= FacetRequest.MOST_VALUES) || limit != Math.rint(limit)) {
      throw new InvalidQueryException(
          INVALID_LIMIT,
          path,
          "a limit of values is a whole number from 1 to "
              + FacetRequest.MOST_VALUES
              + ", but got "
              + MessageText.value(value));
    }
    return (int) limit;
  }

  private static double[] numbers(String path, Object value, String what) {
    if (!(value instanceof List<?> given)) {
      throw MessageText.mismatch(path, what + " are a list of numbers", value);
    }
    double[] numbers = new double[given.size()];
    for (int i = 0; i < given.size(); i++) {
      if (!(given.get(i) instanceof NumberLiteral number)) {
        throw MessageText.mismatch(path + "/" + i, what + " are numbers", given.get(i));
      }
      numbers[i] = number.doubleValue();
    }
    return numbers;
  }

  private static boolean flag(String path, String name, @Nullable Object value) {
    if (value instanceof Boolean flag) {
      return flag;
    }
    throw MessageText.mismatch(path, name + " takes true or false", value);
  }

  private static Counting counting(String path, Object value) {
    if ("rows".equals(value)) {
      return Counting.ROWS;
    }
    if ("folds".equals(value)) {
      return Counting.FOLDS;
    }
    throw MessageText.mismatch(path, "counting takes rows or folds", value);
  }

  /**
   * Returns the field of a name, which must not be in units of its own: edges and values aren't.
   */
  private Field field(String name, String path) {
    FieldName known = names.find(name);
    if (known == null) {
      throw names.unknown(name, path, List.of());
    }
    if (known.unit() != 1) {
      String problem = name + " is " + known.field() + " in another unit; count that field";
      throw new InvalidQueryException(INVALID_VALUE, path, problem);
    }
    return known.field();
  }
}
