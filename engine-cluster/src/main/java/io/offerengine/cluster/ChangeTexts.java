package io.offerengine.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.offerengine.json.ChangesReader;
import io.offerengine.json.DuplicatePolicy;
import io.offerengine.json.OfferCodec;
import io.offerengine.json.OfferReader;
import io.offerengine.schema.ChangedOffer;
import io.offerengine.schema.Field;
import io.offerengine.schema.Offer;
import io.offerengine.schema.OfferChanges;
import io.offerengine.schema.Schema;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes and reads {@link ChangeText}s: whole offers that were inserted or deleted, and the changed
 * fields of the others. If an offer moves to another fold, all its fields count as changed, so that
 * a shard which did not have the offer before has it afterwards.
 *
 * <p><b>Threads.</b> Immutable.
 */
public final class ChangeTexts {
  private final Schema schema;
  private final OfferCodec codec;

  /** The fields that may change. */
  private final List<Field> fields;

  /** Creates the texts of the offers of a schema. */
  public ChangeTexts(Schema schema) {
    this.schema = schema;
    this.codec = new OfferCodec(schema);
    this.fields =
        schema.columns().stream()
            .filter(field -> field.isStored() && field != schema.idField())
            .toList();
  }

  /** Returns the texts of a change. */
  public ChangeText of(ChangedOffer change) {
    Offer before = change.before();
    Offer after = change.after();
    if (before == null || after == null) {
      return new ChangeText(change.id(), whole(before), whole(after));
    }
    OfferChanges changes = before.changesTo(after);
    List<Field> changed = movesFold(changes) ? fields : changes.fields();
    return new ChangeText(change.id(), text(before, changed), text(after, changed));
  }

  private boolean movesFold(OfferChanges changes) {
    Field fold = schema.foldField();
    return fold != null && changes.changes(fold);
  }

  private @Nullable String whole(@Nullable Offer offer) {
    return offer == null ? null : new String(json(offer), UTF_8);
  }

  /** Returns the JSON of a whole offer, on a line. */
  public byte[] json(Offer offer) {
    ByteArrayOutputStream line = new ByteArrayOutputStream(2048);
    try {
      codec.writeLines(List.of(offer).iterator(), line);
    } catch (IOException memoryNeverThrowsIt) {
      throw new UncheckedIOException(memoryNeverThrowsIt);
    }
    return line.toByteArray();
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

  /** Reads whole offers, of which each has a line. */
  public OfferReader offers(byte[] lines) {
    return codec.read(new ByteArrayInputStream(lines), DuplicatePolicy.LAST);
  }

  OfferReader offers(CharSequence lines) {
    return offers(lines.toString().getBytes(UTF_8));
  }

  ChangesReader changes(CharSequence lines) {
    return codec.readChanges(new ByteArrayInputStream(lines.toString().getBytes(UTF_8)));
  }

  /**
   * Reads the changes of batches.
   *
   * @param batches the changes of each batch; null if the log does not have them
   * @return for each batch its changes; null if the log does not have them, or if a version of the
   *     program wrote them that knew other fields
   */
  public List<@Nullable List<LoggedChange>> read(List<@Nullable List<ChangeText>> batches) {
    StringBuilder wholes = new StringBuilder();
    StringBuilder parts = new StringBuilder();
    for (List<ChangeText> batch : batches) {
      if (batch != null) {
        for (ChangeText change : batch) {
          if (change.after() != null) {
            (change.before() == null ? wholes : parts).append(change.after());
          }
        }
      }
    }
    OfferReader offers = offers(wholes);
    ChangesReader changes = changes(parts);
    List<@Nullable List<LoggedChange>> read = new ArrayList<>();
    for (List<ChangeText> batch : batches) {
      read.add(batch == null ? null : read(batch, offers, changes));
    }
    return read;
  }

  private @Nullable List<LoggedChange> read(
      List<ChangeText> texts, OfferReader offers, ChangesReader changes) {
    List<LoggedChange> read = new ArrayList<>(texts.size());
    boolean isKnown = true;
    for (ChangeText text : texts) {
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
