package io.offerengine.json.internal.read;

import static io.offerengine.query.ErrorCode.INVALID_LIMIT;
import static io.offerengine.query.ErrorCode.INVALID_ORDER;
import static io.offerengine.query.ErrorCode.INVALID_VALUE;
import static io.offerengine.query.ErrorCode.UNKNOWN_FIELD;

import io.offerengine.json.internal.token.MessageText;
import io.offerengine.query.ErrorCode;
import io.offerengine.query.InvalidQueryException;
import io.offerengine.query.Query;
import io.offerengine.query.QueryLimits;
import io.offerengine.schema.Field;
import io.offerengine.schema.Schema;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads requests of exports: searches without order and limit, and the fields to list.
 *
 * <p><b>Threads.</b> Immutable.
 */
public final class ExportReader {
  private static final String COLUMNS = "select_cols";
  private static final String ALL = "*";

  private final Schema schema;
  private final RequestReader queries;

  /** Creates a reader of requests for offers of a schema, within limits. */
  public ExportReader(Schema schema, QueryLimits limits) {
    this.schema = schema;
    this.queries = new RequestReader(schema, limits, true);
  }

  /**
   * Reads the conditions of a request.
   *
   * @throws InvalidQueryException also if the request asks for an order, a limit or bundles
   */
  public Query query(Map<String, @Nullable Object> request) {
    refuse(request, RequestKeys.ORDER, INVALID_ORDER, "in no particular order");
    refuse(request, RequestKeys.LIMIT, INVALID_LIMIT, "without a limit");
    Object unbundled = RequestKeys.unwrapped(request.get(RequestKeys.DISABLE_BUNDLING));
    if (unbundled != null && !RequestKeys.flag(RequestKeys.DISABLE_BUNDLING, unbundled)) {
      throw refusal(RequestKeys.DISABLE_BUNDLING, INVALID_VALUE, "also those of one bundle");
    }
    Map<String, @Nullable Object> search = new LinkedHashMap<>(request);
    search.remove(COLUMNS);
    return queries.readSearch(search);
  }

  private static void refuse(
      Map<String, @Nullable Object> request, String key, ErrorCode code, String how) {
    if (request.get(key) != null) {
      throw refusal(key, code, how);
    }
  }

  private static InvalidQueryException refusal(String key, ErrorCode code, String how) {
    return new InvalidQueryException(
        code,
        "/" + key,
        "an export lists all matching offers, " + how + "; leave " + key + " out, or search");
  }

  /** Reads which fields to list, in this order; all shown fields if the request does not say. */
  public List<Field> fields(Map<String, @Nullable Object> request) {
    Object given = request.get(COLUMNS);
    if (given == null || given.equals(List.of(ALL))) {
      return schema.shownFields();
    }
    if (!(given instanceof List<?> names) || names.isEmpty()) {
      throw invalid(
          "/" + COLUMNS,
          COLUMNS + " takes a list of fields, or [\"*\"] for all, but got " + text(given));
    }
    List<Field> fields = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      String path = "/" + COLUMNS + "/" + i;
      Field field = field(names.get(i), path);
      if (fields.contains(field)) {
        throw invalid(path, "the field " + field + " is listed twice");
      }
      fields.add(field);
    }
    return List.copyOf(fields);
  }

  private Field field(@Nullable Object name, String path) {
    if (!(name instanceof String text)) {
      throw invalid(path, "the name of a field is a text, but got " + text(name));
    }
    if (text.equals(ALL)) {
      throw invalid(path, "\"*\" stands alone: it means all fields");
    }
    Field field = schema.field(text).orElse(null);
    if (field != null && field.isShown()) {
      return field;
    }
    Field meant = schema.queryField(text).orElse(null);
    String near =
        meant != null && meant.isShown() ? meant.name() : schema.likeliestName(text).orElse(null);
    throw new InvalidQueryException(
        UNKNOWN_FIELD,
        path,
        "responses show no field "
            + MessageText.name(text)
            + (near == null || near.equals(text) ? "" : "; did you mean " + near + "?"));
  }

  private static InvalidQueryException invalid(String path, String problem) {
    return new InvalidQueryException(INVALID_VALUE, path, problem);
  }

  private static String text(@Nullable Object value) {
    return MessageText.value(value);
  }
}
