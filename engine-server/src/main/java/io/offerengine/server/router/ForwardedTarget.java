package io.offerengine.server.router;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.offerengine.server.http.QueryParameters;
import java.net.URI;

/**
 * The address of a request at a member. A server takes characters in a URL that a URI must not
 * have, such as braces; they are escaped, which means the same.
 */
final class ForwardedTarget {
  /** What a path and a query have beside letters, digits and escapes. */
  private static final String ALLOWED = "-._~!$&'()*+,;=:@/?";

  private ForwardedTarget() {}

  /**
   * Returns an address.
   *
   * @param target the path and the query, as sent
   * @throws io.offerengine.query.EngineException if an escape is malformed
   */
  static URI at(URI address, String target) {
    StringBuilder escaped = new StringBuilder(target.length());
    byte[] bytes = target.getBytes(UTF_8);
    for (int i = 0; i < bytes.length; i++) {
      char character = (char) (bytes[i] & 0xFF);
      if (character == '%') {
        requireEscape(bytes, i);
      }
      if (character == '%' || isAllowed(character)) {
        escaped.append(character);
      } else {
        escaped.append(String.format("%%%02X", (int) character));
      }
    }
    return URI.create(address + escaped.toString());
  }

  private static void requireEscape(byte[] bytes, int at) {
    if (at + 2 >= bytes.length
        || Character.digit(bytes[at + 1], 16) < 0
        || Character.digit(bytes[at + 2], 16) < 0) {
      throw QueryParameters.malformedEscape();
    }
  }

  private static boolean isAllowed(char character) {
    return (character >= 'a' && character <= 'z')
        || (character >= 'A' && character <= 'Z')
        || (character >= '0' && character <= '9')
        || ALLOWED.indexOf(character) >= 0;
  }
}
