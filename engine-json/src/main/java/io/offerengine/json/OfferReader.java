package io.offerengine.json;

import static io.offerengine.query.ErrorCode.DUPLICATE_OFFER;
import static io.offerengine.query.ErrorCode.INVALID_OFFER;

import io.offerengine.json.internal.read.OfferFormat;
import io.offerengine.json.internal.read.RecordStream;
import io.offerengine.json.internal.token.Position;
import io.offerengine.schema.Field;
import io.offerengine.schema.Offer;
import io.offerengine.schema.Schema;
import it.unimi.dsi.fastutil.longs.Long2LongOpenHashMap;
import java.io.IOException;
import java.io.InputStream;
import java.util.Iterator;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Offers, read one by one while the caller asks for them.
 *
 * <p>An offer that does not fit its schema, and JSON that can't be read, is a {@link JsonException}
 * with its position, thrown by {@link #hasNext} and {@link #next} when they reach it; after it,
 * every further call throws it again. A stream that fails is an {@link
 * java.io.UncheckedIOException}.
 *
 * <p><b>Cost.</b> Memory for two offers, and under {@link DuplicatePolicy#ERROR} for the
 * identifiers read so far.
 *
 * <p><b>Threads.</b> Confined to one thread.
 */
public final class OfferReader implements Iterator<Offer>, AutoCloseable {
  private final RecordStream<Offer> records;

  OfferReader(OfferFormat format, InputStream source, DuplicatePolicy duplicates) {
    OfferAssembly assembly = new OfferAssembly(format.schema(), duplicates);
    this.records = new RecordStream<>(format, source, assembly);
  }

  @Override
  public boolean hasNext() {
    return records.hasNext();
  }

  @Override
  public Offer next() {
    return records.next();
  }

  /** Returns the line on which the offer returned last begins; 0 before the first. */
  public int line() {
    return records.position().line();
  }

  /**
   * Returns how often each field was skipped so far because the schema does not know it, by name,
   * in the order of the text; members of an object field as {@code search.member}. Names beyond
   * {@link JsonLimits#maxSkippedNames} are counted together as {@code …}.
   */
  public Map<String, Long> skippedFields() {
    return records.skipped();
  }

  /** Closes the stream that is read. */
  @Override
  public void close() throws IOException {
    records.close();
  }

  /** Puts offers together and watches their identifiers. */
  private static final class OfferAssembly implements RecordStream.Assembly<Offer> {
    private final Schema schema;
    private final DuplicatePolicy duplicates;

    /** By identifier: the line in the upper half, the column in the lower. */
    private final Long2LongOpenHashMap positions = new Long2LongOpenHashMap();

    private Offer.Builder offer;

    OfferAssembly(Schema schema, DuplicatePolicy duplicates) {
      this.schema = schema;
      this.duplicates = duplicates;
      this.offer = Offer.builder(schema);
    }

    @Override
    public void begin() {
      offer = Offer.builder(schema);
    }

    @Override
    public Offer end(Supplier<String> path, Position start) {
      if (!offer.has(schema.idField())) {
        throw new JsonException(
            INVALID_OFFER,
            path.get(),
            start.line(),
            start.column(),
            "an offer needs its " + schema.idField() + ", which is absent here");
      }
      Offer built = offer.build();
      if (duplicates == DuplicatePolicy.ERROR) {
        requireNew(built.id(), path, start);
      }
      return built;
    }

    private void requireNew(long id, Supplier<String> path, Position start) {
      long packed = (long) start.line() << Integer.SIZE | start.column();
      long earlier = positions.putIfAbsent(id, packed);
      if (earlier != positions.defaultReturnValue()) {
        Position first = new Position((int) (earlier >>> Integer.SIZE), (int) earlier);
        throw new JsonException(
            DUPLICATE_OFFER,
            path.get(),
            start.line(),
            start.column(),
            "the "
                + schema.idField()
                + " "
                + id
                + " occurs twice: first at "
                + first
                + ", again at "
                + start);
      }
    }

    @Override
    public void set(Field field, long value) {
      offer.set(field, value);
    }

    @Override
    public void set(Field field, double value) {
      offer.set(field, value);
    }

    @Override
    public void set(Field field, boolean value) {
      offer.set(field, value);
    }

    @Override
    public void set(Field field, String value) {
      offer.set(field, value);
    }

    @Override
    public void set(Field field, long[] values) {
      offer.set(field, values);
    }

    /** A null is an absent value: nothing to set. */
    @Override
    public void clear(Field field) {}
  }
}
