package io.offerengine.server.offers;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.offerengine.cluster.LoggedChange;
import io.offerengine.json.ChangesReader;
import io.offerengine.json.DuplicatePolicy;
import io.offerengine.json.OfferCodec;
import io.offerengine.json.OfferReader;
import io.offerengine.schema.ChangedOffer;
import io.offerengine.schema.Field;
import io.offerengine.schema.Offer;
import io.offerengine.schema.OfferChanges;
import io.offerengine.schema.Schema;
import io.offerengine.server.store.ChangeLog.Batch;
import io.offerengine.server.store.ChangeLog.Change;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The changes of the log as JSON: whole offers that were inserted or deleted, and the changed
 * fields of the others. If an offer moves to another fold, all its fields count as changed, so that
 * a shard which did not have the offer before has it afterwards.
 *
 * <p><b>Threads.</b> Immutable.
 */
final class ChangeTexts {
  private final Schema schema;
  private final OfferCodec codec;

  /** The fields that may change. */
  private final List<Field> fields;

  ChangeTexts(Schema schema) {
    this.schema = schema;
    this.codec = new OfferCodec(schema);
    this.fields =
        schema.columns().stream()
            .filter(field -> field.isStored() && field != schema.idField())
            .toList();
  }

  /** Returns the texts of a change. */
  Change of(ChangedOffer change) {
    Offer before = change.before();
    Offer after = change.after();
    if (before == null || after == null) {
      return new Change(change.id(), whole(before), whole(after));
    }
    OfferChanges changes = before.changesTo(after);
    List<Field> changed = movesFold(changes) ? fields : changes.fields();
    return new Change(change.id(), text(before, changed), text(after, changed));
  }

  private boolean movesFold(OfferChanges changes) {
    Field fold = schema.foldField();
    return fold != null && changes.changes(fold);
  }

  private @Nullable String whole(@Nullable Offer offer) {
    if (offer == null) {
      return null;
    }
    ByteArrayOutputStream text = new ByteArrayOutputStream(2048);
    try {
      codec.writeLines(List.of(offer).iterator(), text);
    } catch (IOException memoryNeverThrowsIt) {
      throw new UncheckedIOException(memoryNeverThrowsIt);
    }
    return text.toString(UTF_8);
  }

  private String text(Offer offer, List<Field> changed) {
    ByteArrayOutputStream text = new ByteArrayOutputStream(256);
    try {
      codec.writeChange(offer, changed, text);
    } catch (IOException memoryNeverThrowsIt) {
      throw new UncheckedIOException(memoryNeverThrowsIt);
    }
    return text.toString(UTF_8);
  }

  /**
   * Reads the changes of batches.
   *
   * @return for each batch its changes; null if the log does not have them, or if a version of the
   *     service wrote them that knew other fields
   */
  List<@Nullable List<LoggedChange>> read(List<Batch> batches) {
    ByteArrayOutputStream wholes = new ByteArrayOutputStream();
    ByteArrayOutputStream parts = new ByteArrayOutputStream();
    for (Batch batch : batches) {
      if (batch.changes() != null) {
        batch.changes().forEach(change -> collect(change, wholes, parts));
      }
    }
    OfferReader offers =
        codec.read(new ByteArrayInputStream(wholes.toByteArray()), DuplicatePolicy.LAST);
    ChangesReader changes = codec.readChanges(new ByteArrayInputStream(parts.toByteArray()));
    List<@Nullable List<LoggedChange>> read = new ArrayList<>();
    for (Batch batch : batches) {
      read.add(batch.changes() == null ? null : read(batch.changes(), offers, changes));
    }
    return read;
  }

  private static void collect(
      Change change, ByteArrayOutputStream wholes, ByteArrayOutputStream parts) {
    if (change.after() != null) {
      ByteArrayOutputStream target = change.before() == null ? wholes : parts;
      target.writeBytes(change.after().getBytes(UTF_8));
    }
  }

  private @Nullable List<LoggedChange> read(
      List<Change> texts, OfferReader offers, ChangesReader changes) {
    List<LoggedChange> read = new ArrayList<>(texts.size());
    boolean isKnown = true;
    for (Change text : texts) {
      if (text.after() == null) {
        read.add(LoggedChange.deleted(text.id()));
      } else if (text.before() == null) {
        read.add(LoggedChange.stored(offers.next()));
      } else {
        OfferChanges changed = changes.next().changes();
        boolean moves = movesFold(changed);
        isKnown &= !moves || changed.fields().size() == fields.size();
        read.add(moves ? moved(text.id(), changed) : LoggedChange.changed(text.id(), changed));
      }
    }
    return isKnown ? read : null;
  }

  private LoggedChange moved(long id, OfferChanges all) {
    Offer offer = Offer.builder(schema).set(schema.idField(), id).build();
    return LoggedChange.stored(offer.with(all));
  }
}
