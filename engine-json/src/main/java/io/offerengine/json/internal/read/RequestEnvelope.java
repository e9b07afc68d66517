package io.offerengine.json.internal.read;

import static io.offerengine.query.ErrorCode.INVALID_VALUE;
import static io.offerengine.query.ErrorCode.UNKNOWN_FIELD;

import io.offerengine.json.internal.token.MessageText;
import io.offerengine.query.InvalidQueryException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The second form of a search request: {@code {"select_cols": ["*"], "q": {…}}}. */
public final class RequestEnvelope {
  private static final String COLUMNS = "select_cols";
  private static final String QUERY = "q";

  private RequestEnvelope() {}

  /**
   * Returns the request in the envelope.
   *
   * @throws InvalidQueryException if the envelope has no request, or asks for fewer than all
   *     columns
   */
  public static Map<String, @Nullable Object> open(Map<String, @Nullable Object> envelope) {
    for (String key : envelope.keySet()) {
      if (!key.equals(COLUMNS) && !key.equals(QUERY)) {
        throw new InvalidQueryException(
            UNKNOWN_FIELD,
            InvalidQueryException.pointer("", key),
            "an envelope holds select_cols and q, but got " + MessageText.name(key));
      }
    }
    Object columns = envelope.get(COLUMNS);
    if (columns != null && !columns.equals(List.of("*"))) {
      throw new InvalidQueryException(
          INVALID_VALUE,
          "/" + COLUMNS,
          "select_cols takes [\"*\"] alone: a search returns every column");
    }
    if (!(envelope.get(QUERY) instanceof Map<?, ?> query)) {
      String got = envelope.containsKey(QUERY) ? MessageText.value(envelope.get(QUERY)) : "nothing";
      throw new InvalidQueryException(
          INVALID_VALUE, "/" + QUERY, "q takes the search request, an object, but got " + got);
    }
    Map<String, @Nullable Object> request = new LinkedHashMap<>();
    query.forEach((key, value) -> request.put((String) key, value));
    return request;
  }
}
