package io.offerengine.cluster.part;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.offerengine.query.Cursor;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * The best rows of one shard: the cursor of each row and its JSON.
 *
 * <p><b>Layout.</b> The number of rows; a byte that is 1 if more rows follow the last one; for each
 * row the length of its token and of its JSON; the tokens; the JSON of the rows, joined by commas.
 *
 * <p><b>Cost.</b> Nothing is copied, and a cursor is read when it is asked for: a merge needs few
 * of them.
 *
 * <p><b>Threads.</b> Immutable, if nobody writes to the bytes.
 */
public final class RowsPart {
  private final ByteBuffer bytes;
  private final boolean hasMore;
  private final int[] tokenEnds;
  private final int[] jsonEnds;
  private final int tokensAt;
  private final int jsonAt;

  private RowsPart(
      ByteBuffer bytes, boolean hasMore, int tokensAt, int[] tokenEnds, int[] jsonEnds) {
    this.bytes = bytes;
    this.hasMore = hasMore;
    this.tokensAt = tokensAt;
    this.tokenEnds = tokenEnds;
    this.jsonEnds = jsonEnds;
    this.jsonAt = tokensAt + last(tokenEnds);
  }

  private static int last(int[] ends) {
    return ends.length == 0 ? 0 : ends[ends.length - 1];
  }

  /**
   * Returns the bytes before the JSON of some rows.
   *
   * @param cursors the cursor of each row
   * @param jsonLengths by row: the length of its JSON, without a comma
   * @param hasMore whether rows follow the last one
   */
  public static byte[] head(List<Cursor> cursors, int[] jsonLengths, boolean hasMore) {
    if (cursors.size() != jsonLengths.length) {
      throw new IllegalArgumentException(
          cursors.size() + " cursors, but " + jsonLengths.length + " rows");
    }
    return PartBytes.of(out -> {
      out.writeInt(jsonLengths.length);
      out.writeBoolean(hasMore);
      byte[][] tokens = new byte[jsonLengths.length][];
      for (int i = 0; i < tokens.length; i++) {
        tokens[i] = cursors.get(i).token().getBytes(US_ASCII);
        out.writeInt(tokens[i].length);
        out.writeInt(jsonLengths[i]);
      }
      for (byte[] token : tokens) {
        out.write(token);
      }
    });
  }

  /**
   * Reads rows.
   *
   * @param in its position moves behind the rows; the bytes are not copied
   * @throws MalformedPartException if the bytes are no rows
   */
  public static RowsPart read(ByteBuffer in) {
    try {
      int count = PartBytes.readCount(in, 1);
      boolean hasMore = in.get() != 0;
      int[] tokenEnds = new int[count];
      int[] jsonEnds = new int[count];
      long tokens = 0;
      long json = 0;
      for (int i = 0; i < count; i++) {
        tokens += length(in);
        tokenEnds[i] = (int) tokens;
        json += length(in);
        jsonEnds[i] = (int) json;
        json++;
      }
      long length = tokens + Math.max(0, json - 1);
      if (length > in.remaining()) {
        throw new MalformedPartException(
            "rows of " + length + " bytes are announced, but " + in.remaining() + " follow");
      }
      RowsPart rows = new RowsPart(in.duplicate(), hasMore, in.position(), tokenEnds, jsonEnds);
      in.position(in.position() + (int) length);
      return rows;
    } catch (BufferUnderflowException e) {
      throw new MalformedPartException(e);
    }
  }

  private static int length(ByteBuffer in) {
    int length = in.getInt();
    if (length < 0) {
      throw new MalformedPartException("a row has the length " + length);
    }
    return length;
  }

  /** Returns the number of rows. */
  public int size() {
    return tokenEnds.length;
  }

  /** Returns whether the shard has more rows behind the last one. */
  public boolean hasMore() {
    return hasMore;
  }

  /** Returns the token of a row's cursor, as clients get it. */
  public String token(int row) {
    int start = row == 0 ? 0 : tokenEnds[row - 1];
    byte[] token = new byte[tokenEnds[row] - start];
    bytes.get(tokensAt + start, token);
    return new String(token, US_ASCII);
  }

  /**
   * Returns the cursor of a row.
   *
   * @throws io.offerengine.query.InvalidQueryException if the token is damaged
   */
  public Cursor cursor(int row) {
    return Cursor.parse(token(row));
  }

  /** Returns the JSON of a row. */
  public ByteBuffer json(int row) {
    int start = row == 0 ? 0 : jsonEnds[row - 1] + 1;
    return bytes.slice(jsonAt + start, jsonEnds[row] - start);
  }
}
