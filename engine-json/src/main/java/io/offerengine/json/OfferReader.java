package io.offerengine.json;

import static io.offerengine.query.ErrorCode.DUPLICATE_OFFER;
import static io.offerengine.query.ErrorCode.INVALID_OFFER;

import io.offerengine.json.internal.read.Assembly;
import io.offerengine.json.internal.read.OfferFormat;
import io.offerengine.json.internal.read.UnstoredValues;
import io.offerengine.json.internal.token.Position;
import io.offerengine.schema.Field;
import io.offerengine.schema.Offer;
import io.offerengine.schema.Schema;
import it.unimi.dsi.fastutil.longs.Long2LongOpenHashMap;
import java.io.InputStream;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Reads offers one by one.
 *
 * <p><b>Cost.</b> Memory for two offers, for any length of the text; with {@link
 * DuplicatePolicy#ERROR} also for the identifiers of all offers.
 *
 * <p><b>Threads.</b> Confined to one thread.
 */
public final class OfferReader extends RecordReader<Offer> {
  OfferReader(OfferFormat format, InputStream source, DuplicatePolicy duplicates) {
    super(format, source, new OfferAssembly(format, duplicates));
  }

  /** Builds offers and checks that their identifiers are distinct. */
  private static final class OfferAssembly implements Assembly<Offer> {
    private final OfferFormat format;
    private final Schema schema;
    private final DuplicatePolicy duplicates;

    /**
     * The positions of offers by identifier: the line in the upper half, the column in the lower
     * half.
     */
    private final Long2LongOpenHashMap positions = new Long2LongOpenHashMap();

    private final UnstoredValues unstored;
    private Offer.Builder offer;

    OfferAssembly(OfferFormat format, DuplicatePolicy duplicates) {
      this.format = format;
      this.schema = format.schema();
      this.duplicates = duplicates;
      this.unstored = new UnstoredValues(schema);
      this.offer = Offer.builder(schema);
    }

    @Override
    public UnstoredValues unstored() {
      return unstored;
    }

    @Override
    public Offer.Builder builder() {
      return offer;
    }

    @Override
    public void begin() {
      offer = Offer.builder(schema);
      unstored.clear();
    }

    @Override
    public Offer end(Supplier<String> path, Position start, Consumer<String> unused) {
      if (!offer.has(schema.idField())) {
        String problem = "an offer needs its " + schema.idField() + ", which is absent here";
        throw format.rules().error(INVALID_OFFER, path.get(), start, problem);
      }
      Offer built = offer.build();
      if (duplicates == DuplicatePolicy.ERROR) {
        requireNew(built.id(), path, start);
      }
      return unstored.isEmpty() ? built : unstored.complete(offer, this, unused);
    }

    private void requireNew(long id, Supplier<String> path, Position start) {
      long packed = (long) start.line() << Integer.SIZE | start.column();
      long earlier = positions.putIfAbsent(id, packed);
      if (earlier != positions.defaultReturnValue()) {
        Position first = new Position((int) (earlier >>> Integer.SIZE), (int) earlier);
        String twice = "the " + schema.idField() + " " + id + " occurs twice: first at ";
        String problem = twice + first + ", again at " + start;
        throw format.rules().error(DUPLICATE_OFFER, path.get(), start, problem);
      }
    }

    /** Ignores a null, because an offer starts with all values absent. */
    @Override
    public void clear(Field field) {}
  }
}
