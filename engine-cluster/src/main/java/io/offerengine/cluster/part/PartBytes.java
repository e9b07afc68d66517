package io.offerengine.cluster.part;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;

/** Writes and reads the numbers and texts of parts. */
final class PartBytes {
  private PartBytes() {}

  /** Writes some bytes. */
  @FunctionalInterface
  interface Writing {
    /** Writes them. */
    void to(DataOutputStream out) throws IOException;
  }

  /** Returns the bytes that are written. */
  static byte[] of(Writing writing) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      writing.to(new DataOutputStream(bytes));
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
    return bytes.toByteArray();
  }

  static void writeText(String text, DataOutputStream out) throws IOException {
    out.writeInt(text.length());
    out.writeChars(text);
  }

  static String readText(ByteBuffer in) {
    char[] text = new char[readCount(in, Character.BYTES)];
    for (int i = 0; i < text.length; i++) {
      text[i] = in.getChar();
    }
    return new String(text);
  }

  /**
   * Reads how many things follow.
   *
   * @param least the fewest bytes of each, so that damaged bytes take no memory
   * @throws MalformedPartException if there can't be so many
   */
  static int readCount(ByteBuffer in, int least) {
    int count = in.getInt();
    if (count < 0 || count > in.remaining() / least) {
      throw new MalformedPartException(
          "a part announces " + count + " values, but has " + in.remaining() + " more bytes");
    }
    return count;
  }
}
