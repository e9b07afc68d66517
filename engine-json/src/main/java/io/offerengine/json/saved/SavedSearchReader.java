package io.offerengine.json.saved;

import static io.offerengine.query.ErrorCode.INVALID_REQUEST;
import static io.offerengine.query.ErrorCode.INVALID_VALUE;
import static io.offerengine.query.ErrorCode.LIMIT_EXCEEDED;
import static io.offerengine.query.ErrorCode.UNKNOWN_FIELD;

import io.offerengine.json.internal.token.MessageText;
import io.offerengine.query.ErrorCode;
import io.offerengine.query.InvalidQueryException;
import io.offerengine.query.NumberLiteral;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads requests for saved searches from parsed JSON, without their conditions. A null value counts
 * as a missing one.
 *
 * <p>A refused value is an {@link InvalidQueryException} with a JSON Pointer into the request.
 */
final class SavedSearchReader {
  static final String NAME = "name";
  static final String COOL_DOWN = "cool_down";
  static final String SEARCH = "search";
  static final String TEMPLATE = "hash_id";

  private static final Set<String> KEYS = Set.of(NAME, COOL_DOWN, SEARCH, TEMPLATE);

  /** The longest name, in UTF-16 code units. */
  private static final int MAX_NAME = 200;

  private static final long DEFAULT_COOL_DOWN = 3_600;
  private static final long MAX_COOL_DOWN = 604_800;

  private SavedSearchReader() {}

  /** Checks the keys of a request, and that it has either a search or a template. */
  static void requireKeys(Map<String, @Nullable Object> request) {
    for (String key : request.keySet()) {
      if (!KEYS.contains(key)) {
        throw refused(
            UNKNOWN_FIELD,
            InvalidQueryException.pointer("", key),
            "a request for a saved search has no field called "
                + MessageText.name(key)
                + "; use name, cool_down, and search or hash_id");
      }
    }
    if ((request.get(SEARCH) == null) == (request.get(TEMPLATE) == null)) {
      throw refused(
          INVALID_REQUEST,
          "",
          "a saved search takes either search, an object like the body of a search, or hash_id, the"
              + " hash of a template whose extra_filters are taken");
    }
  }

  static String name(Map<String, @Nullable Object> request) {
    Object value = request.get(NAME);
    if (value == null) {
      return "";
    }
    if (!(value instanceof String text) || text.chars().anyMatch(Character::isISOControl)) {
      throw refused(
          INVALID_VALUE,
          "/" + NAME,
          "name takes one line without control characters, but got " + MessageText.value(value));
    }
    if (text.length() > MAX_NAME) {
      throw refused(
          LIMIT_EXCEEDED,
          "/" + NAME,
          "name takes at most " + MAX_NAME + " characters, but got " + text.length());
    }
    return text;
  }

  static long coolDown(Map<String, @Nullable Object> request) {
    Object value = request.get(COOL_DOWN);
    if (value == null) {
      return DEFAULT_COOL_DOWN;
    }
    boolean isWhole = value instanceof NumberLiteral number && number.isIntegerLiteral();
    double seconds = isWhole ? ((NumberLiteral) value).doubleValue() : -1;
    if (seconds < 0 || seconds > MAX_COOL_DOWN) {
      throw refused(
          INVALID_VALUE,
          "/" + COOL_DOWN,
          "cool_down takes a whole number of seconds from 0 to "
              + MAX_COOL_DOWN
              + ", but got "
              + MessageText.value(value));
    }
    return (long) seconds;
  }

  static @Nullable String template(Map<String, @Nullable Object> request) {
    Object value = request.get(TEMPLATE);
    if (value != null && !(value instanceof String)) {
      throw refused(
          INVALID_VALUE,
          "/" + TEMPLATE,
          "hash_id takes the hash of a template, but got " + MessageText.value(value));
    }
    return (String) value;
  }

  /** Returns the members of the search; null if there is none. */
  @SuppressWarnings("unchecked") // JsonTree reads objects into maps of texts
  static @Nullable Map<String, @Nullable Object> search(Map<String, @Nullable Object> request) {
    Object value = request.get(SEARCH);
    if (value != null && !(value instanceof Map<?, ?>)) {
      throw refused(
          INVALID_VALUE,
          "/" + SEARCH,
          "search takes an object like the body of a search, but got " + MessageText.value(value));
    }
    return (Map<String, @Nullable Object>) value;
  }

  private static InvalidQueryException refused(ErrorCode code, String path, String problem) {
    return new InvalidQueryException(code, path, problem);
  }
}
