package io.offerengine.json.internal.read;

import static io.offerengine.query.ErrorCode.INVALID_REQUEST;

import io.offerengine.json.internal.token.JsonTree;
import io.offerengine.json.internal.token.MessageText;
import io.offerengine.query.InvalidQueryException;
import io.offerengine.query.Query;
import io.offerengine.schema.Field;
import io.offerengine.schema.Schema;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A documented search in one of the forms that clients send: the request itself, the request under
 * {@code q} in an object, or the request as the parameter {@code q} of an address. Beside {@code q}
 * may be the columns of the answer, and the limit, the order and the type of the search.
 *
 * <p><b>Threads.</b> Immutable.
 */
public final class SearchForm {
  /** The key and the parameter that hold the request. */
  public static final String QUERY = "q";

  /** The keys of a request that may be beside {@code q}. */
  private static final Set<String> BESIDE =
      Set.of(RequestKeys.LIMIT, RequestKeys.ORDER, RequestKeys.TYPE);

  private final Map<String, @Nullable Object> request;
  private final Map<String, @Nullable Object> beside;

  /** The JSON Pointer of the request within the text whose errors it has. */
  private final String prefix;

  private SearchForm(
      Map<String, @Nullable Object> request, Map<String, @Nullable Object> beside, String prefix) {
    this.request = new LinkedHashMap<>(request);
    this.beside = beside;
    this.prefix = prefix;
    for (String key : BESIDE) {
      Object given = RequestKeys.unwrapped(beside.get(key));
      if (given != null && RequestKeys.unwrapped(this.request.put(key, given)) != null) {
        throw new InvalidQueryException(
            INVALID_REQUEST, "/" + key, key + " is in q and beside it; give it once");
      }
    }
  }

  /** Returns the search of a body: the request itself, or an object with the key {@code q}. */
  public static SearchForm ofBody(Schema schema, Map<String, @Nullable Object> body) {
    if (!body.containsKey(QUERY) || schema.queryName(QUERY).isPresent()) {
      if (body.containsKey(ColumnsReader.KEY) && schema.queryName(ColumnsReader.KEY).isEmpty()) {
        throw new InvalidQueryException(
            INVALID_REQUEST,
            "/" + ColumnsReader.KEY,
            "select_cols stands beside q, which holds the request: {\"select_cols\": […],"
                + " \"q\": {…}}");
      }
      return new SearchForm(body, Map.of(), "");
    }
    for (String key : body.keySet()) {
      if (!key.equals(QUERY) && !key.equals(ColumnsReader.KEY) && !BESIDE.contains(key)) {
        throw new InvalidQueryException(
            INVALID_REQUEST,
            InvalidQueryException.pointer("", key),
            "a body with q holds the request there, and beside it select_cols, limit, order and"
                + " type; put "
                + MessageText.name(key)
                + " into q");
      }
    }
    String path = "/" + QUERY;
    Map<String, @Nullable Object> request =
        JsonTree.members(path, "q takes the search request, an object", body.get(QUERY));
    return new SearchForm(request, body, path);
  }

  /**
   * Returns the search of an address.
   *
   * @param request the parameter {@code q}, in whose text errors are located
   * @param beside the other parameters
   */
  public static SearchForm ofAddress(
      Map<String, @Nullable Object> request, Map<String, @Nullable Object> beside) {
    return new SearchForm(request, beside, "");
  }

  /** Returns the fields of the answer, in the order of a full answer. */
  public List<Field> columns(ColumnsReader reader) {
    return reader.readInOrder(beside.get(ColumnsReader.KEY));
  }

  /** Reads the request; the paths of its errors lead to where the values stand. */
  public Query query(RequestReader reader) {
    try {
      return reader.readSearch(request);
    } catch (InvalidQueryException e) {
      int end = e.path().indexOf('/', 1);
      String key =
          e.path().isEmpty() ? "" : e.path().substring(1, end < 0 ? e.path().length() : end);
      boolean isBeside = BESIDE.contains(key) && beside.get(key) != null;
      throw isBeside ? e : new InvalidQueryException(e.code(), prefix + e.path(), e.problem());
    }
  }
}
