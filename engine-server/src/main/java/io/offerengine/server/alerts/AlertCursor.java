package io.offerengine.server.alerts;

import io.offerengine.query.EngineException;
import io.offerengine.query.ErrorCode;
import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.zip.CRC32C;

/**
 * A position in the alerts of a user.
 *
 * <p>The token is the Base64 of the user, the number of the last alert that was read, and the
 * CRC-32C of both. It is no secret: whoever reads alerts needs a key of the user.
 */
final class AlertCursor {
  private static final int NUMBERS = 2 * Long.BYTES;
  private static final int BYTES = NUMBERS + Integer.BYTES;

  private AlertCursor() {}

  /** Returns the token of a position. */
  static String token(long user, long number) {
    ByteBuffer bytes = ByteBuffer.allocate(BYTES).putLong(user).putLong(number);
    bytes.putInt(checksum(bytes));
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes.array());
  }

  /**
   * Returns the number in a token.
   *
   * @throws EngineException INVALID_CURSOR if the token is damaged or of another user
   */
  static long number(String token, long user) {
    ByteBuffer bytes;
    try {
      bytes = ByteBuffer.wrap(Base64.getUrlDecoder().decode(token));
    } catch (IllegalArgumentException e) {
      throw damaged();
    }
    if (bytes.capacity() != BYTES || bytes.getInt(NUMBERS) != checksum(bytes)) {
      throw damaged();
    }
    long last = bytes.getLong(Long.BYTES);
    if (!token(bytes.getLong(0), last).equals(token)) {
      // The last character has bits that its decoder does not look at.
      throw damaged();
    }
    if (bytes.getLong(0) != user) {
      throw refusal("the cursor belongs to another user; leave it out to begin with the oldest");
    }
    return last;
  }

  private static int checksum(ByteBuffer bytes) {
    CRC32C checksum = new CRC32C();
    checksum.update(bytes.slice(0, NUMBERS));
    return (int) checksum.getValue();
  }

  private static EngineException damaged() {
    return refusal(
        "the cursor is no cursor of alerts, or it is damaged; send the one of the last answer as it"
            + " is, or leave it out to begin with the oldest");
  }

  /** Returns a refusal of a cursor. */
  static EngineException refusal(String problem) {
    return new EngineException(ErrorCode.INVALID_CURSOR, ErrorCode.INVALID_CURSOR + ": " + problem);
  }
}
