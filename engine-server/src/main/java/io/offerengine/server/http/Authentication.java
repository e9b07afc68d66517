package io.offerengine.server.http;

import io.offerengine.query.EngineException;
import io.offerengine.query.ErrorCode;
import io.offerengine.server.http.limit.Client;
import io.offerengine.server.http.limit.TokenBuckets;
import io.offerengine.server.keys.Caller;
import io.offerengine.server.keys.KeyRing;
import io.offerengine.server.keys.Scope;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Request;
import org.jspecify.annotations.Nullable;

/**
 * Checks the key of a request: {@code Authorization: Bearer <key>}, the scheme in any case, or else
 * the parameter {@code api_key} of the address of a documented operation.
 *
 * <p>An unknown key counts as a failed attempt of its address. A request without a key, or with a
 * malformed header, is refused but does not count, since it guesses nothing.
 *
 * <p><b>Threads.</b> Safe for all.
 *
 * <p>Source: API document, section 5.
 */
final class Authentication {
  private static final Pattern CREDENTIALS =
      Pattern.compile("bearer +(\\S+) *", Pattern.CASE_INSENSITIVE);

  private final KeyRing keys;
  private final TokenBuckets unknownKeys;
  private final TokenBuckets users;

  Authentication(KeyRing keys, TokenBuckets unknownKeys, TokenBuckets users) {
    this.keys = keys;
    this.unknownKeys = unknownKeys;
    this.users = users;
  }

  /**
   * Admits a request and returns the owner of its key.
   *
   * <p>The checks run in this order: the key is known; the key opens one of the scopes; the user
   * does not send too many requests. Only a request that passes all other checks counts for the
   * rate of its user. The failures of an address never matter for a known key.
   *
   * @throws EngineException if the request is refused
   */
  Caller admit(String key, Client address, Set<Scope> scopes) {
    Caller caller = keys.find(key);
    if (caller == null) {
      unknownKeys.count(address);
      throw refused("the API key is unknown");
    }
    require(caller, scopes);
    users.count(Client.ofUser(caller.user()));
    return caller;
  }

  /**
   * Returns the key of a request; null if it has none. The header decides, and the address counts
   * only without one.
   *
   * @throws EngineException if the header or the address does not have one key
   */
  static @Nullable String key(Request request, Route route) {
    List<String> headers = request.getHeaders().getValuesList(HttpHeader.AUTHORIZATION);
    if (!headers.isEmpty()) {
      return key(headers);
    }
    String query = request.getHttpURI().getQuery();
    return route.takesKeyInAddress() ? QueryParameters.key(query) : null;
  }

  /**
   * Returns the key of a header.
   *
   * @param authorization the values of the header {@code Authorization}, at least one
   * @throws EngineException if they are not one key
   */
  static String key(List<String> authorization) {
    Matcher credentials = CREDENTIALS.matcher(authorization.get(0));
    if (authorization.size() > 1 || !credentials.matches()) {
      throw refused("the header Authorization holds no single Bearer key");
    }
    return credentials.group(1);
  }

  private static void require(Caller caller, Set<Scope> scopes) {
    if (!caller.mayUseAny(scopes)) {
      String names = String.join(" or ", Scope.wireNames(scopes));
      String lacking =
          scopes.contains(Scope.ADMIN) && !caller.administrator()
              ? "is no administrator's"
              : "lacks the scope " + names;
      throw ErrorResponses.refusal(
          ErrorCode.FORBIDDEN, "the API key " + lacking + ", which this path asks for");
    }
  }

  /** Returns the refusal of a request without a key. */
  static EngineException noKey() {
    return refused("no API key was sent");
  }

  private static EngineException refused(String problem) {
    return ErrorResponses.refusal(
        ErrorCode.AUTH_ERROR, problem + "; send the header Authorization: Bearer <API_KEY>");
  }
}
