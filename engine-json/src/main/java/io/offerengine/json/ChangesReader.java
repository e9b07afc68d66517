package io.offerengine.json;

import static io.offerengine.query.ErrorCode.INVALID_OFFER;

import io.offerengine.json.internal.read.Assembly;
import io.offerengine.json.internal.read.OfferFormat;
import io.offerengine.json.internal.read.PreconditionReader;
import io.offerengine.json.internal.read.UnstoredValues;
import io.offerengine.json.internal.token.JsonInput;
import io.offerengine.json.internal.token.Position;
import io.offerengine.schema.Field;
import io.offerengine.schema.OfferBatch;
import io.offerengine.schema.OfferBatch.Precondition;
import io.offerengine.schema.OfferChanges;
import io.offerengine.schema.Schema;
import java.io.InputStream;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Reads changes to offers one by one.
 *
 * <p>Each object in the text is one change. The identifier selects the offer, every other field
 * sets a new value, and an explicit null makes a value absent. The key {@code if} holds the
 * conditions that the stored offer must satisfy, as those of a search; if the schema has a field of
 * this name, the key is this field. The layouts and the errors are those of {@link OfferReader},
 * but an identifier may occur more than once.
 *
 * <p><b>Cost.</b> Memory for two changes, for any length of the text.
 *
 * <p><b>Threads.</b> Confined to one thread.
 */
public final class ChangesReader extends RecordReader<OfferBatch.Update> {
  ChangesReader(OfferFormat format, InputStream source) {
    super(format, source, new UpdateAssembly(format));
  }

  /** Builds changes. */
  private static final class UpdateAssembly implements Assembly<OfferBatch.Update> {
    private final OfferFormat format;
    private final Schema schema;
    private final UnstoredValues unstored;
    private OfferChanges.Builder changes;

    private OptionalLong id = OptionalLong.empty();
    private @Nullable Precondition precondition;
    private @Nullable PreconditionReader preconditions;

    UpdateAssembly(OfferFormat format) {
      this.format = format;
      this.schema = format.schema();
      this.unstored = new UnstoredValues(schema);
      this.changes = OfferChanges.builder(schema);
    }

    @Override
    public UnstoredValues unstored() {
      return unstored;
    }

    @Override
    public OfferChanges.Builder builder() {
      return changes;
    }

    @Override
    public void begin() {
      unstored.clear();
      changes = OfferChanges.builder(schema);
      id = OptionalLong.empty();
      precondition = null;
    }

    @Override
    public OfferBatch.Update end(Supplier<String> path, Position start, Consumer<String> unused) {
      if (id.isEmpty()) {
        String problem =
            "a change needs the " + schema.idField() + " of its offer, which is absent here";
        throw format.rules().error(INVALID_OFFER, path.get(), start, problem);
      }
      if (!unstored.isEmpty()) {
        unstored.complete(this, unused);
      }
      return new OfferBatch.Update(id.getAsLong(), changes.build(), precondition);
    }

    @Override
    public void set(Field field, long value) {
      if (field == schema.idField()) {
        id = OptionalLong.of(value);
      } else {
        changes.put(field, value);
      }
    }

    @Override
    public void readPrecondition(JsonInput in) {
      if (preconditions == null) {
        preconditions = new PreconditionReader(schema);
      }
      precondition = preconditions.read(in);
    }

    /** Makes a value absent; a null identifier counts as a missing one. */
    @Override
    public void clear(Field field) {
      if (field != schema.idField()) {
        changes.clear(field);
      }
    }
  }
}
