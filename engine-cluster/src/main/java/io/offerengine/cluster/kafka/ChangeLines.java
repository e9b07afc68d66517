package io.offerengine.cluster.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.offerengine.cluster.LoggedChange;
import io.offerengine.json.ChangesReader;
import io.offerengine.json.DuplicatePolicy;
import io.offerengine.json.OfferCodec;
import io.offerengine.json.OfferReader;
import io.offerengine.schema.ChangedOffer;
import io.offerengine.schema.Offer;
import io.offerengine.schema.OfferChanges;
import io.offerengine.schema.Schema;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * The changes of a batch as lines: {@code +} and a whole offer as JSON, {@code ~} and the
 * identifier with the changed fields as JSON, or {@code -} and the identifier of a deleted offer.
 *
 * <p><b>Threads.</b> Immutable.
 */
final class ChangeLines {
  private static final byte STORED = '+';
  private static final byte CHANGED = '~';
  private static final byte DELETED = '-';

  private final OfferCodec codec;

  ChangeLines(Schema schema) {
    this.codec = new OfferCodec(schema);
  }

  /** Returns the line of a change. */
  byte[] write(ChangedOffer change) {
    LoggedChange logged = LoggedChange.of(change);
    OfferChanges changes = logged.changes();
    ByteArrayOutputStream line = new ByteArrayOutputStream(1024);
    try {
      if (logged.whole() != null) {
        line.write(STORED);
        codec.writeLines(List.of(logged.whole()).iterator(), line);
      } else if (changes != null) {
        line.write(CHANGED);
        codec.writeChange(Objects.requireNonNull(change.after()), changes.fields(), line);
      } else {
        line.write(DELETED);
        line.writeBytes((logged.id() + "\n").getBytes(UTF_8));
      }
    } catch (IOException memoryNeverThrowsIt) {
      throw new UncheckedIOException(memoryNeverThrowsIt);
    }
    return line.toByteArray();
  }

  /** Returns the JSON of an offer, on a line. */
  byte[] json(Offer offer) {
    ByteArrayOutputStream line = new ByteArrayOutputStream(2048);
    try {
      codec.writeLines(List.of(offer).iterator(), line);
    } catch (IOException memoryNeverThrowsIt) {
      throw new UncheckedIOException(memoryNeverThrowsIt);
    }
    return line.toByteArray();
  }

  /** Reads offers of which each has a line. */
  OfferReader offers(byte[] lines) {
    return codec.read(new ByteArrayInputStream(lines), DuplicatePolicy.LAST);
  }

  /** Reads the changes of a batch from all of its parts. */
  List<LoggedChange> read(List<ByteBuffer> parts) {
    ByteArrayOutputStream wholes = new ByteArrayOutputStream();
    ByteArrayOutputStream fields = new ByteArrayOutputStream();
    List<String> order = new ArrayList<>();
    for (ByteBuffer part : parts) {
      divide(part, wholes, fields, order);
    }
    OfferReader offers = offers(wholes.toByteArray());
    ChangesReader changes = codec.readChanges(new ByteArrayInputStream(fields.toByteArray()));
    List<LoggedChange> read = new ArrayList<>(order.size());
    for (String kind : order) {
      switch (kind) {
        case "+" -> read.add(LoggedChange.stored(offers.next()));
        case "~" -> {
          var update = changes.next();
          read.add(LoggedChange.changed(update.id(), update.changes()));
        }
        default -> read.add(LoggedChange.deleted(Long.parseLong(kind)));
      }
    }
    return read;
  }

  /**
   * Divides lines by their kinds.
   *
   * @param order gets the kind of each line; for a deletion, the identifier
   */
  private static void divide(
      ByteBuffer lines,
      ByteArrayOutputStream wholes,
      ByteArrayOutputStream fields,
      List<String> order) {
    byte[] bytes = lines.array();
    int end = lines.arrayOffset() + lines.limit();
    int start = lines.arrayOffset() + lines.position();
    while (start < end) {
      int next = start + 1;
      while (bytes[next - 1] != '\n') {
        next++;
      }
      byte kind = bytes[start];
      if (kind == DELETED) {
        order.add(new String(bytes, start + 1, next - start - 2, UTF_8));
      } else {
        (kind == STORED ? wholes : fields).write(bytes, start + 1, next - start - 1);
        order.add(kind == STORED ? "+" : "~");
      }
      start = next;
    }
  }
}
