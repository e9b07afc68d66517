package io.offerengine.server.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.offerengine.query.EngineException;
import io.offerengine.query.ErrorCode;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.eclipse.jetty.server.Request;
import org.jspecify.annotations.Nullable;

/**
 * The parameters of a URL's query, {@code ?q=%7B%7D&cursor=...}.
 *
 * <p>A value is stored as decoded bytes, so that each reader can check its characters. {@code +}
 * stands for a blank.
 *
 * <p><b>Threads.</b> Immutable, if nobody writes to the bytes.
 */
public final class QueryParameters {
  /** The parameter with the key of a request. It is read as a key, and as nothing else. */
  public static final String KEY = "api_key";

  private final Map<String, byte[]> values;

  private QueryParameters(Map<String, byte[]> values) {
    this.values = values;
  }

  /**
   * Returns the parameters of a request.
   *
   * @throws EngineException as {@link #parse} does
   */
  static QueryParameters of(Request request, Route route) {
    String query = request.getHttpURI().getQuery();
    return parse(query, route.parameters(), route.takesKeyInAddress());
  }

  /**
   * Returns the key in a query; null if there is none, or if it is empty.
   *
   * @param query the text behind the question mark, as sent; null for none
   * @throws EngineException if it is there twice, is no UTF-8, or has a malformed escape; no
   *     message contains it
   */
  static @Nullable String key(@Nullable String query) {
    String key = null;
    for (String pair : pairs(query)) {
      if (pair.startsWith(KEY + "=")) {
        if (key != null) {
          throw repeated(KEY);
        }
        key = text("the query parameter " + KEY, decode(pair.substring(KEY.length() + 1)));
      }
    }
    return key == null || key.isEmpty() ? null : key;
  }

  /**
   * Returns the parameters of a query.
   *
   * @param query the text behind the question mark, as sent; null for none
   * @param known the names that may occur
   * @param mayHaveKey whether {@link #KEY} may occur too; it is left out of the result
   * @throws EngineException if a name is unknown or occurs twice, or if an escape is malformed
   */
  static QueryParameters parse(@Nullable String query, Set<String> known, boolean mayHaveKey) {
    Map<String, byte[]> values = new LinkedHashMap<>();
    for (String pair : pairs(query)) {
      int equals = pair.indexOf('=');
      String encoded = equals < 0 ? pair : pair.substring(0, equals);
      String name = text("a query parameter's name", decode(encoded));
      if (!known.contains(name) && !(mayHaveKey && name.equals(KEY))) {
        throw unknown(name, known);
      }
      if (values.put(name, decode(equals < 0 ? "" : pair.substring(equals + 1))) != null) {
        throw repeated(name);
      }
    }
    values.remove(KEY);
    return new QueryParameters(values);
  }

  /** Returns whether a query, as sent, has a parameter; false for null. */
  static boolean mentions(@Nullable String query, String name) {
    return pairs(query).stream().anyMatch(pair -> pair.equals(name) || pair.startsWith(name + "="));
  }

  private static List<String> pairs(@Nullable String query) {
    return query == null
        ? List.of()
        : Arrays.stream(query.split("&", -1)).filter(pair -> !pair.isEmpty()).toList();
  }

  /** Returns whether a parameter was sent. */
  public boolean has(String name) {
    return values.containsKey(name);
  }

  /** Returns the bytes of all parameters that were sent, by name. */
  public Map<String, byte[]> all() {
    return Collections.unmodifiableMap(values);
  }

  /**
   * Returns the text of a parameter; null if it was not sent.
   *
   * @throws EngineException if the bytes are not UTF-8
   */
  public @Nullable String text(String name) {
    byte[] bytes = values.get(name);
    return bytes == null ? null : text("the query parameter " + name, bytes);
  }

  /**
   * Returns the version of the offers in a parameter; 0 if it was not sent.
   *
   * @throws EngineException INVALID_VALUE if the text is no version
   */
  public long version(String name) {
    String text = text(name);
    if (text == null) {
      return 0;
    }
    if (!text.matches("[0-9]{1,18}")) {
      throw ErrorResponses.refusal(
          ErrorCode.INVALID_VALUE,
          ("the query parameter %s takes a version, a whole number of at most 18 digits,"
                  + " but got \"%s\"")
              .formatted(name, ErrorResponses.echo(text)));
    }
    return Long.parseLong(text);
  }

  private static String text(String what, byte[] bytes) {
    try {
      return UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      throw refused(what + " is not UTF-8");
    }
  }

  private static byte[] decode(String encoded) {
    byte[] bytes = encoded.getBytes(UTF_8);
    ByteArrayOutputStream decoded = new ByteArrayOutputStream(bytes.length);
    for (int i = 0; i < bytes.length; i++) {
      if (bytes[i] == '%') {
        int high = i + 2 < bytes.length ? Character.digit(bytes[i + 1], 16) : -1;
        int low = i + 2 < bytes.length ? Character.digit(bytes[i + 2], 16) : -1;
        if (high < 0 || low < 0) {
          throw refused(
              "the URL's query has a % that two hexadecimal digits don't follow; encode it as %25");
        }
        decoded.write(high << 4 | low);
        i += 2;
      } else {
        decoded.write(bytes[i] == '+' ? ' ' : bytes[i]);
      }
    }
    return decoded.toByteArray();
  }

  private static EngineException unknown(String name, Set<String> known) {
    String allowed =
        known.isEmpty()
            ? "this path takes none"
            : "use " + String.join(" or ", new TreeSet<>(known));
    return refused(
        "no query parameter is called \"" + ErrorResponses.echo(name) + "\"; " + allowed);
  }

  private static EngineException repeated(String name) {
    return refused("the query parameter " + name + " is repeated; send it once");
  }

  private static EngineException refused(String problem) {
    return ErrorResponses.refusal(ErrorCode.INVALID_REQUEST, problem);
  }
}
