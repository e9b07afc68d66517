package io.offerengine.server.alerts;

import static io.offerengine.query.ErrorCode.INVALID_REQUEST;
import static io.offerengine.query.ErrorCode.INVALID_VALUE;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.offerengine.json.JsonBody;
import io.offerengine.json.JsonLimits;
import io.offerengine.json.SearchCodec;
import io.offerengine.json.SearchRequest;
import io.offerengine.query.NumberLiteral;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A checked request to save a search, or the conditions of a template.
 *
 * @param name what the owner calls it; empty for nothing
 * @param coolDown how long an alert suppresses alerts of the same machine, in seconds
 * @param search the search; null if the request names a template
 * @param text the search as a JSON object; empty if the request names a template
 * @param template the hash of the template; null if the request has a search
 */
public record SavedSearchRequest(
    String name,
    long coolDown,
    @Nullable SearchRequest search,
    String text,
    @Nullable String template) {
  static final String NAME = "name";
  static final String COOL_DOWN = "cool_down";
  static final String SEARCH = "search";
  private static final String TEMPLATE = "hash_id";

  /** The longest name, in UTF-16 code units. */
  private static final int MAX_NAME = 200;

  private static final long DEFAULT_COOL_DOWN = 3_600;
  private static final long MAX_COOL_DOWN = 604_800;

  /**
   * Reads a request to save a search: {@code {"name":"…","cool_down":3600,"search":{…}}}, or with
   * {@code hash_id} instead of {@code search}. A null value counts as a missing one.
   *
   * @param searches reads the search
   * @throws io.offerengine.json.JsonException if the body can't be read, is not such a request, or
   *     has a search that {@link SearchCodec#readQuery(byte[])} refuses
   */
  public static SavedSearchRequest read(byte[] json, SearchCodec searches, JsonLimits limits) {
    JsonBody body = JsonBody.read(json, limits);
    body.requireNames(
        "a request for a saved search",
        List.of(NAME, COOL_DOWN, SEARCH, TEMPLATE),
        "name, cool_down, and search or hash_id");
    Object search = body.get(SEARCH);
    Object template = body.get(TEMPLATE);
    if ((search == null) == (template == null)) {
      throw body.refusal(
          INVALID_REQUEST,
          "",
          "a saved search takes either search, an object like the body of a search, or hash_id, the"
              + " hash of a template whose extra_filters are taken");
    }
    if (search != null && !(search instanceof Map<?, ?>)) {
      throw body.refusal(
          INVALID_VALUE,
          "/" + SEARCH,
          "search takes an object like the body of a search, but got " + JsonBody.shown(search));
    }
    if (template != null && !(template instanceof String)) {
      throw body.refusal(
          INVALID_VALUE,
          "/" + TEMPLATE,
          "hash_id takes the hash of a template, but got " + JsonBody.shown(template));
    }
    String name = body.line(NAME, MAX_NAME);
    long coolDown = coolDown(body);
    return search == null
        ? new SavedSearchRequest(name, coolDown, null, "", (String) template)
        : new SavedSearchRequest(
            name,
            coolDown,
            searches.readQuery(body, SEARCH),
            new String(JsonBody.write(search), UTF_8),
            null);
  }

  private static long coolDown(JsonBody body) {
    Object value = body.get(COOL_DOWN);
    if (value == null) {
      return DEFAULT_COOL_DOWN;
    }
    boolean isWhole = value instanceof NumberLiteral number && number.isIntegerLiteral();
    double seconds = isWhole ? ((NumberLiteral) value).doubleValue() : -1;
    if (seconds < 0 || seconds > MAX_COOL_DOWN) {
      throw body.refusal(
          INVALID_VALUE,
          "/" + COOL_DOWN,
          "cool_down takes a whole number of seconds from 0 to %s, but got %s"
              .formatted(MAX_COOL_DOWN, JsonBody.shown(value)));
    }
    return (long) seconds;
  }

  /**
   * Returns a request that {@link #read} reads.
   *
   * @param search the search as a JSON object; null if the request names a template
   * @param template the hash of a template; null if the request has a search
   */
  public static byte[] write(
      String name, @Nullable Long coolDown, @Nullable String search, @Nullable String template) {
    Map<String, @Nullable Object> members = new LinkedHashMap<>();
    members.put(NAME, name);
    members.put(COOL_DOWN, coolDown);
    if (search != null) {
      members.put(SEARCH, JsonBody.written(search));
    }
    if (template != null) {
      members.put(TEMPLATE, template);
    }
    return JsonBody.write(members);
  }
}
