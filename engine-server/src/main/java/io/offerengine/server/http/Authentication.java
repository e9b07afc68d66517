package io.offerengine.server.http;

import io.offerengine.query.EngineException;
import io.offerengine.query.ErrorCode;
import io.offerengine.server.keys.Caller;
import io.offerengine.server.keys.KeyRing;
import io.offerengine.server.keys.Scope;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Asks requests for a key: {@code Authorization: Bearer <key>}, the scheme in any case.
 *
 * <p><b>Threads.</b> Safe for all.
 *
 * <p>Source: API document, section 5.
 */
final class Authentication {
  private static final Pattern CREDENTIALS =
      Pattern.compile("bearer +(\\S+) *", Pattern.CASE_INSENSITIVE);

  private final KeyRing keys;

  Authentication(KeyRing keys) {
    this.keys = keys;
  }

  /**
   * Returns whom a request comes from.
   *
   * @param authorization the values of the header {@code Authorization}
   * @throws EngineException if it brings no key, an unknown one, or several
   */
  Caller identify(List<String> authorization) {
    if (authorization.isEmpty()) {
      throw refused("no API key was sent");
    }
    Matcher credentials = CREDENTIALS.matcher(authorization.get(0));
    if (authorization.size() > 1 || !credentials.matches()) {
      throw refused("the header Authorization holds no single Bearer key");
    }
    Caller caller = keys.find(credentials.group(1));
    if (caller == null) {
      throw refused("the API key is unknown");
    }
    return caller;
  }

  /**
   * Passes a caller whose key opens a scope.
   *
   * @throws EngineException if it does not
   */
  static void require(Caller caller, Scope scope) {
    if (!caller.mayUse(scope)) {
      String lacking =
          scope == Scope.ADMIN && !caller.administrator()
              ? "is no administrator's"
              : "lacks the scope " + scope.wireName();
      throw ErrorResponses.refusal(
          ErrorCode.FORBIDDEN, "the API key " + lacking + ", which this path asks for");
    }
  }

  private static EngineException refused(String problem) {
    return ErrorResponses.refusal(
        ErrorCode.AUTH_ERROR, problem + "; send the header Authorization: Bearer <API_KEY>");
  }
}
