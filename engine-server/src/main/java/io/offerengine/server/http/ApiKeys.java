package io.offerengine.server.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.offerengine.query.EngineException;
import io.offerengine.query.ErrorCode;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The key that requests must bring: {@code Authorization: Bearer <key>}, the scheme in any case.
 *
 * <p>Keys compare in constant time.
 *
 * <p><b>Threads.</b> Immutable.
 */
public final class ApiKeys {
  private static final Pattern CREDENTIALS =
      Pattern.compile("bearer +(\\S+) *", Pattern.CASE_INSENSITIVE);
  private static final Pattern KEY = Pattern.compile("[!-~]{1,512}");
  private static final int MADE_KEY_BYTES = 24;

  private final byte[] key;

  private ApiKeys(String key) {
    this.key = key.getBytes(UTF_8);
  }

  /**
   * Returns the keys of a service that knows one.
   *
   * @throws IllegalArgumentException if it can't be sent in a header: it is empty, longer than 512
   *     characters, or has blanks or characters beyond ASCII
   */
  public static ApiKeys of(String key) {
    if (!KEY.matcher(key).matches()) {
      throw new IllegalArgumentException(
          "an API key has 1 to 512 characters of visible ASCII, without blanks");
    }
    return new ApiKeys(key);
  }

  /** Returns a new key that can't be guessed. */
  public static String make() {
    byte[] random = new byte[MADE_KEY_BYTES];
    new SecureRandom().nextBytes(random);
    return "oe_" + Base64.getUrlEncoder().withoutPadding().encodeToString(random);
  }

  /**
   * Passes a request that brings the key.
   *
   * @param authorization the values of the header {@code Authorization}
   * @throws EngineException if it brings none, another, or several
   */
  void check(List<String> authorization) {
    if (authorization.isEmpty()) {
      throw refused("no API key was sent");
    }
    Matcher credentials = CREDENTIALS.matcher(authorization.get(0));
    if (authorization.size() > 1 || !credentials.matches()) {
      throw refused("the header Authorization holds no single Bearer key");
    }
    if (!MessageDigest.isEqual(credentials.group(1).getBytes(UTF_8), key)) {
      throw refused("the API key is unknown");
    }
  }

  private static EngineException refused(String problem) {
    return ErrorResponses.refusal(
        ErrorCode.AUTH_ERROR, problem + "; send the header Authorization: Bearer <API_KEY>");
  }
}
