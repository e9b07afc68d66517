package io.offerengine.json.internal.write;

import java.nio.ByteBuffer;

/** The rows of a response, of known length. */
public interface ResponseRows {
  /** Returns the number of bytes that {@link #writeTo} writes. */
  int size();

  /** Returns the number of bytes of the first row; 0 if there is none. */
  int firstSize();

  /**
   * Writes the rows, with a comma before each but the first. They may be written more than once.
   *
   * @param out has room for {@link #size} bytes; bytes behind these, up to the limit, may be
   *     overwritten
   */
  void writeTo(ByteBuffer out);
}
