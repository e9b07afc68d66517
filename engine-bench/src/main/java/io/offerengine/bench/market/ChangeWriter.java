package io.offerengine.bench.market;

import io.offerengine.json.OfferCodec;
import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.schema.Offer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/**
 * A writer of changes as JSON, one a line: {@code upsert} with the whole offer, {@code update} with
 * the fields that change, {@code delete} with the identifier alone.
 *
 * <p><b>Threads.</b> Confined to one thread.
 */
public final class ChangeWriter {
  private static final byte[] UPSERT = utf8("{\"op\":\"upsert\",\"offer\":");
  private static final byte[] UPDATE = utf8("{\"op\":\"update\",\"id\":");
  private static final byte[] CHANGES = utf8(",\"changes\":{");
  private static final byte[] DELETE = utf8("{\"op\":\"delete\",\"id\":");

  private final OutputStream target;
  private final OfferCodec codec = new OfferCodec(MarketplaceSchema.schema());
  private final ByteArrayOutputStream line = new ByteArrayOutputStream();

  /** Creates a writer to a stream. */
  public ChangeWriter(OutputStream target) {
    this.target = target;
  }

  /** Writes one change. */
  public void write(MarketChange change) throws IOException {
    if (change instanceof MarketChange.Appearance appearance) {
      target.write(UPSERT);
      writeObject(appearance.offer());
      target.write('}');
    } else if (change instanceof MarketChange.Revision revision) {
      target.write(UPDATE);
      target.write(utf8(Long.toString(change.id())));
      target.write(CHANGES);
      writeChanges(revision.values());
    } else {
      target.write(DELETE);
      target.write(utf8(Long.toString(change.id())));
      target.write('}');
    }
    target.write('\n');
  }

  private void writeObject(Offer offer) throws IOException {
    byte[] object = object(offer);
    target.write(object, 0, object.length);
  }

  /** Writes the values after the identifier, which comes first, and the closing brackets. */
  private void writeChanges(Offer values) throws IOException {
    byte[] object = object(values);
    int comma = 0;
    while (object[comma] != ',') {
      comma++;
    }
    target.write(object, comma + 1, object.length - comma - 1);
    target.write('}');
  }

  /** Returns an offer as JSON, without the line feed. */
  private byte[] object(Offer offer) throws IOException {
    line.reset();
    codec.writeLines(List.of(offer).iterator(), line);
    byte[] object = line.toByteArray();
    return Arrays.copyOf(object, object.length - 1);
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
