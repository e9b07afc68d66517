package io.offerengine.internal.write;

import io.offerengine.internal.file.BlockReader;
import io.offerengine.internal.segment.StoredValues;
import io.offerengine.query.UnusableFilesException;
import io.offerengine.query.UnusableFilesException.Reason;
import io.offerengine.schema.Offer;
import io.offerengine.schema.Schema;
import io.offerengine.schema.Schema.FieldName;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Saved offers whose segments do not fit: under another schema, or in another form.
 *
 * @param comparison says where the values of saved fields go
 */
record ConvertedOffers(
    Path directory, List<SegmentFiles.Entry> entries, Schema schema, SchemaComparison comparison) {
  /**
   * Reads the offers, and passes each to a consumer. The stored values of one segment at a time are
   * in memory.
   *
   * @throws UnusableFilesException also if an offer does not fit the schema
   */
  void forEach(Consumer<Offer> consumer) throws IOException {
    for (SegmentFiles.Entry entry : entries) {
      Path file = entry.file(directory);
      StoredValues values = read(file, entry);
      @Nullable FieldName[] targets = values.targets(comparison::target);
      for (int row = 0; row < entry.rows(); row++) {
        if (entry.live().isLive(row)) {
          consumer.accept(offer(file, values, targets, row));
        }
      }
    }
  }

  private static StoredValues read(Path file, SegmentFiles.Entry entry) throws IOException {
    return BlockReader.read(
        file,
        in -> {
          StoredValues values = StoredValues.read(in);
          entry.requireOwn(values, in);
          in.passRest();
          return values;
        });
  }

  private Offer offer(Path file, StoredValues values, @Nullable FieldName[] targets, int row)
      throws UnusableFilesException {
    try {
      return values.offer(schema, targets, row).build();
    } catch (IllegalStateException | ArithmeticException e) {
      UnusableFilesException refused =
          new UnusableFilesException(
              Reason.SCHEMA,
              file
                  + " has the offer "
                  + values.offerId(row)
                  + ", which does not fit the schema now: "
                  + e.getMessage());
      refused.initCause(e);
      throw refused;
    }
  }
}
