package io.offerengine.cluster.part;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** A list of texts: how many there are, and each of them. */
public final class TextsPart {
  private TextsPart() {}

  /** Returns the bytes of some texts. */
  public static byte[] write(List<String> texts) {
    return PartBytes.of(out -> {
      out.writeInt(texts.size());
      for (String text : texts) {
        PartBytes.writeText(text, out);
      }
    });
  }

  /**
   * Reads texts.
   *
   * @param in its position moves behind the texts
   * @throws MalformedPartException if the bytes are no texts
   */
  public static List<String> read(ByteBuffer in) {
    try {
      int count = PartBytes.readCount(in, Integer.BYTES);
      List<String> texts = new ArrayList<>(count);
      for (int i = 0; i < count; i++) {
        texts.add(PartBytes.readText(in));
      }
      return texts;
    } catch (BufferUnderflowException e) {
      throw new MalformedPartException(e);
    }
  }
}
