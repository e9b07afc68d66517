package io.offerengine.cluster.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.offerengine.cluster.ChangeText;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The changes of a batch in the records of a log: for each change the identifier of the offer, the
 * text before and the text after. A text is its length in bytes, -1 for none, and its UTF-8.
 */
final class ChangeBytes {
  private static final int NONE = -1;

  private ChangeBytes() {}

  static byte[] write(ChangeText change) {
    byte[] before = bytes(change.before());
    byte[] after = bytes(change.after());
    ByteBuffer out =
        ByteBuffer.allocate(Long.BYTES + 2 * Integer.BYTES + length(before) + length(after));
    out.putLong(change.id());
    put(before, out);
    put(after, out);
    return out.array();
  }

  private static byte @Nullable [] bytes(@Nullable String text) {
    return text == null ? null : text.getBytes(UTF_8);
  }

  private static int length(byte @Nullable [] text) {
    return text == null ? 0 : text.length;
  }

  private static void put(byte @Nullable [] text, ByteBuffer out) {
    if (text == null) {
      out.putInt(NONE);
    } else {
      out.putInt(text.length).put(text);
    }
  }

  /** Reads the changes of a batch from all of its parts. */
  static List<ChangeText> read(List<BatchRecord> parts) {
    List<ChangeText> changes = new ArrayList<>();
    for (BatchRecord part : parts) {
      ByteBuffer in = part.changes().duplicate();
      while (in.hasRemaining()) {
        changes.add(new ChangeText(in.getLong(), text(in), text(in)));
      }
    }
    return changes;
  }

  private static @Nullable String text(ByteBuffer in) {
    int length = in.getInt();
    if (length == NONE) {
      return null;
    }
    byte[] text = new byte[length];
    in.get(text);
    return new String(text, UTF_8);
  }
}
