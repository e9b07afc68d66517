package io.offerengine.server.alerts;

import io.offerengine.json.JsonBody;
import io.offerengine.query.EngineException;
import io.offerengine.query.ErrorCode;
import io.offerengine.server.store.StoreException;
import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32C;

/**
 * Some alerts of a user, the oldest first.
 *
 * @param alerts the alerts
 * @param missed how many older alerts after the cursor of the request were dropped, since the log
 *     was full
 * @param cursor what the next request sends to get later alerts
 */
public record AlertPage(List<Alert> alerts, long missed, String cursor) {
  private static final int NUMBERS = 2 * Long.BYTES;
  private static final int BYTES = NUMBERS + Integer.BYTES;

  /** Copies the alerts. */
  public AlertPage {
    alerts = List.copyOf(alerts);
  }

  /** Returns the page as JSON: {@code {"alerts":[…],"missed":0,"cursor":"…"}}. */
  public byte[] write() {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("alerts", alerts.stream().map(Alert::members).toList());
    members.put("missed", missed);
    members.put("cursor", cursor);
    return JsonBody.write(members);
  }

  /**
   * Returns a cursor: the Base64 of the user, the number of the last alert that was read, and the
   * CRC-32C of both. It is no secret: whoever reads alerts needs a key of the user.
   */
  static String cursor(long user, long number) {
    ByteBuffer bytes = ByteBuffer.allocate(BYTES).putLong(user).putLong(number);
    CRC32C checksum = new CRC32C();
    checksum.update(bytes.slice(0, NUMBERS));
    bytes.putInt((int) checksum.getValue());
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes.array());
  }

  /**
   * Returns the number in a cursor.
   *
   * @throws EngineException INVALID_CURSOR if the cursor is damaged or of another user
   */
  static long number(String token, long user) {
    ByteBuffer bytes;
    try {
      bytes = ByteBuffer.wrap(Base64.getUrlDecoder().decode(token));
    } catch (IllegalArgumentException e) {
      throw damaged();
    }
    // Not by the checksum alone: the last character has bits that its decoder does not look at.
    if (bytes.capacity() != BYTES
        || !cursor(bytes.getLong(0), bytes.getLong(Long.BYTES)).equals(token)) {
      throw damaged();
    }
    if (bytes.getLong(0) != user) {
      throw refusal("the cursor belongs to another user; leave it out to begin with the oldest");
    }
    return bytes.getLong(Long.BYTES);
  }

  private static EngineException damaged() {
    return refusal(
        "the cursor is no cursor of alerts, or it is damaged; send the one of the last answer as it"
            + " is, or leave it out to begin with the oldest");
  }

  /** Returns a refusal of a cursor. */
  static EngineException refusal(String problem) {
    return StoreException.refusal(ErrorCode.INVALID_CURSOR, problem);
  }
}
