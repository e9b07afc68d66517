package io.offerengine.internal.write;

import io.offerengine.internal.file.BlockReader;
import io.offerengine.internal.segment.StoredValues;
import io.offerengine.query.UnusableFilesException;
import io.offerengine.query.UnusableFilesException.Reason;
import io.offerengine.schema.Offer;
import io.offerengine.schema.Schema;
import io.offerengine.schema.Schema.FieldName;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Saved offers under a schema other than that of the files. It holds the stored values of one
 * segment at a time.
 *
 * <p>Failures to read, and offers that don't fit the schema, are thrown as {@link
 * UncheckedIOException}s.
 *
 * <p><b>Threads.</b> Confined to one thread.
 */
final class SavedOfferIterator implements Iterator<Offer> {
  private final Path directory;
  private final Iterator<SegmentFiles.Entry> entries;
  private final Schema schema;
  private final SchemaComparison comparison;

  private SegmentFiles.@Nullable Entry entry;
  private @Nullable StoredValues values;
  private @Nullable FieldName[] targets = {};
  private int row;

  SavedOfferIterator(
      Path directory,
      List<SegmentFiles.Entry> entries,
      Schema schema,
      SchemaComparison comparison) {
    this.directory = directory;
    this.entries = entries.iterator();
    this.schema = schema;
    this.comparison = comparison;
  }

  @Override
  public boolean hasNext() {
    while (!isAtLiveRow()) {
      if (entry == null || row >= entry.rows()) {
        if (!entries.hasNext()) {
          return false;
        }
        open(entries.next());
      } else {
        row++;
      }
    }
    return true;
  }

  private boolean isAtLiveRow() {
    return entry != null && row < entry.rows() && entry.live().isLive(row);
  }

  private void open(SegmentFiles.Entry next) {
    try {
      values =
          BlockReader.read(
              next.file(directory),
              in -> {
                StoredValues read = StoredValues.read(in);
                next.requireOwn(read, in);
                in.passRest();
                return read;
              });
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    entry = next;
    targets = values.targets(comparison::target);
    row = 0;
  }

  @Override
  public Offer next() {
    if (!hasNext()) {
      throw new NoSuchElementException();
    }
    StoredValues read = Objects.requireNonNull(values);
    int next = row++;
    try {
      return read.offer(schema, targets, next).build();
    } catch (IllegalStateException | ArithmeticException e) {
      UnusableFilesException refused =
          new UnusableFilesException(
              Reason.SCHEMA,
              Objects.requireNonNull(entry).file(directory)
                  + " has the offer "
                  + read.offerId(next)
                  + ", which does not fit the schema now: "
                  + e.getMessage());
      refused.initCause(e);
      throw new UncheckedIOException(refused);
    }
  }
}
