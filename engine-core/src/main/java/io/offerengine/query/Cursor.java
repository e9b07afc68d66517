package io.offerengine.query;

import static io.offerengine.query.ErrorCode.INVALID_CURSOR;

import io.offerengine.schema.SortKey;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * A position in the results of a query: the order values and the identifier of the last result of a
 * page.
 *
 * <p>The next page begins with the first row that ranks after this position, whatever changed in
 * the meantime. Clients treat the {@link #token} as opaque; a checksum detects a damaged token.
 *
 * <p><b>Cost.</b> A token is as long as the last result's order values: 52 characters for one
 * number, about 8 more for every 3 characters of a text.
 *
 * <p><b>Threads.</b> Immutable.
 */
public final class Cursor {
  private static final byte VERSION = 1;
  private static final byte ABSENT = 0;
  private static final byte NUMERIC = 1;
  private static final byte TEXT = 2;

  /** The hash of the query that the cursor continues. */
  final long fingerprint;

  private final double clock;
  private final long id;
  private final @Nullable Object[] keys;

  private Cursor(long fingerprint, double clock, long id, @Nullable Object[] keys) {
    this.fingerprint = fingerprint;
    this.clock = clock;
    this.id = id;
    this.keys = keys;
  }

  /**
   * Returns the cursor after a row of a query's results.
   *
   * @param clock the time at which the search was made, in seconds since 1970
   * @param id the row's identifier
   * @param keys for each key of the order a Long (numeric key), a String (collation key) or null
   */
  public static Cursor after(Query query, double clock, long id, @Nullable Object[] keys) {
    return new Cursor(Fingerprint.of(query), clock, id, keys.clone());
  }

  /**
   * Returns the cursor of a token.
   *
   * @throws InvalidQueryException if the token is damaged
   */
  public static Cursor parse(String token) {
    try {
      Cursor cursor = decode(Base64.getUrlDecoder().decode(token));
      // The decoder ignores padding and the unused bits of the last character, which the checksum
      // does not cover.
      if (cursor.token().equals(token)) {
        return cursor;
      }
    } catch (IllegalArgumentException | BufferUnderflowException e) {
      // Every kind of damage gives the same error, which is thrown below.
    }
    throw damaged();
  }

  /** Returns the token that clients send back. */
  public String token() {
    int size = 2 + 3 * Long.BYTES + Integer.BYTES;
    for (Object key : keys) {
      size += key instanceof String text ? 1 + Integer.BYTES + 2 * text.length() : 1 + Long.BYTES;
    }
    ByteBuffer bytes = ByteBuffer.allocate(size);
    bytes.put(VERSION).putLong(fingerprint).putDouble(clock).putLong(id).put((byte) keys.length);
    for (Object key : keys) {
      if (key instanceof String text) {
        bytes.put(TEXT).putInt(text.length());
        text.chars().forEach(c -> bytes.putChar((char) c));
      } else if (key instanceof Long number) {
        bytes.put(NUMERIC).putLong(number);
      } else {
        bytes.put(ABSENT);
      }
    }
    bytes.putInt(checksum(bytes.array(), bytes.position()));
    return Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString(Arrays.copyOf(bytes.array(), bytes.position()));
  }

  private static Cursor decode(byte[] token) {
    ByteBuffer bytes = ByteBuffer.wrap(token);
    int length = token.length - Integer.BYTES;
    if (length < 0 || bytes.getInt(length) != checksum(token, length) || bytes.get() != VERSION) {
      throw damaged();
    }
    long fingerprint = bytes.getLong();
    double clock = bytes.getDouble();
    long id = bytes.getLong();
    @Nullable Object[] keys = new Object[bytes.get() & 0xFF];
    for (int i = 0; i < keys.length; i++) {
      keys[i] = decodeKey(bytes);
    }
    if (bytes.position() != length || !Double.isFinite(clock)) {
      throw damaged();
    }
    return new Cursor(fingerprint, clock, id, keys);
  }

  private static @Nullable Object decodeKey(ByteBuffer bytes) {
    byte kind = bytes.get();
    if (kind == NUMERIC) {
      return bytes.getLong();
    }
    if (kind == ABSENT) {
      return null;
    }
    int length = bytes.getInt();
    if (kind != TEXT || length < 0 || length > bytes.remaining() / 2) {
      throw damaged();
    }
    char[] text = new char[length];
    for (int i = 0; i < length; i++) {
      text[i] = bytes.getChar();
    }
    return new String(text);
  }

  private static int checksum(byte[] bytes, int length) {
    CRC32C checksum = new CRC32C();
    checksum.update(bytes, 0, length);
    return (int) checksum.getValue();
  }

  private static InvalidQueryException damaged() {
    return new InvalidQueryException(
        INVALID_CURSOR, "/cursor", "the cursor is damaged; start again without it");
  }

  /**
   * Returns whether this cursor has, for each order key, a value of its type or an absent value.
   */
  boolean fits(List<SortKey> order) {
    boolean fits = keys.length == order.size();
    for (int key = 0; key < keys.length && fits; key++) {
      boolean isText = order.get(key).field().type().isText();
      fits = keys[key] == null || keys[key] instanceof String == isText;
    }
    return fits;
  }

  /** Returns the time of the search for the first page, in seconds since 1970. */
  public double clock() {
    return clock;
  }

  /** Returns the identifier of the last result. */
  public long id() {
    return id;
  }

  /** Returns the number of order values. */
  public int size() {
    return keys.length;
  }

  /** Returns an order value of the last result: a Long, a String, or null if it is absent. */
  public @Nullable Object key(int index) {
    return keys[index];
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Cursor that
        && fingerprint == that.fingerprint
        && Double.compare(clock, that.clock) == 0
        && id == that.id
        && Arrays.equals(keys, that.keys);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(keys) * 31 + Long.hashCode(id);
  }

  @Override
  public String toString() {
    return token();
  }
}
