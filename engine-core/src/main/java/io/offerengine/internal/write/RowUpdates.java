package io.offerengine.internal.write;

import io.offerengine.internal.segment.NewRow;
import io.offerengine.internal.segment.Segment;
import io.offerengine.internal.segment.StoredOffers;
import io.offerengine.schema.Derivation;
import io.offerengine.schema.Field;
import io.offerengine.schema.Offer;
import io.offerengine.schema.OfferChanges;
import io.offerengine.schema.Schema;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Computes the new rows of updated offers, mostly without reading whole offers back.
 *
 * <p>A row that copies values equals the row of the offer that {@link StoredOffers} reads from the
 * earlier row, with the changes made to it. An update derives a field again only if it changes the
 * field or one of its inputs.
 *
 * <p><b>Cost.</b> O(changed fields), and the derivations that run again.
 *
 * <p><b>Threads.</b> Immutable.
 */
final class RowUpdates {
  private final Schema schema;
  private final boolean complete;

  /** By slot, the derived fields that read a field, and itself if it is derived unless given. */
  private final List<List<Field>> dependents;

  /** An empty offer, to which changes are made if no other value of the real offer is needed. */
  private final Offer blank;

  RowUpdates(Schema schema) {
    this.schema = schema;
    this.complete = schema.columns().stream().allMatch(RowUpdates::isIndependent);
    this.dependents = schema.columns().stream().map(this::dependents).toList();
    this.blank = Offer.builder().set(schema.idField(), 0).buildPart();
  }

  /** Returns whether a derivation, if any, declares its inputs and reads no derived field. */
  private static boolean isIndependent(Field field) {
    List<Field> inputs = inputs(field);
    return field.derivation() == null
        || (inputs != null && inputs.stream().allMatch(input -> input.derivation() == null));
  }

  private static @Nullable List<Field> inputs(Field field) {
    Derivation derivation = field.derivation();
    return derivation == null ? null : derivation.inputs();
  }

  private List<Field> dependents(Field changed) {
    List<Field> dependents = new ArrayList<>();
    for (Field field : schema.columns()) {
      List<Field> inputs = inputs(field);
      boolean isRead = inputs != null && inputs.contains(changed);
      if (isRead || (field == changed && field.derivation() != null)) {
        dependents.add(field);
      }
    }
    return dependents;
  }

  /**
   * Returns whether rows copy values: every derivation declares its inputs, and no derivation reads
   * a derived field. Otherwise each offer is read back.
   */
  boolean areComplete() {
    return complete;
  }

  /**
   * Returns the row of an offer after an update. Values are derived here, before anything is
   * stored. If a derivation fails, nothing has changed.
   *
   * @param source the segment of the offer's earlier row
   */
  NewRow row(Segment source, int row, OfferChanges changes) {
    if (!areComplete()) {
      return new NewRow(StoredOffers.read(source, row).with(changes));
    }
    List<Field> derived = derived(changes);
    if (derived.isEmpty()) {
      return new NewRow(source, row, changes, blank.with(changes), derived, changes.fields());
    }
    List<Field> changed = new ArrayList<>(changes.fields());
    addMissing(derived, changed);
    Offer values = read(source, row, derived).with(changes);
    return new NewRow(source, row, changes, values, derived, changed);
  }

  /** Returns the derived fields that an update may change. */
  private List<Field> derived(OfferChanges changes) {
    List<Field> derived = List.of();
    for (Field field : changes.fields()) {
      List<Field> more = dependents.get(field.slot());
      if (!more.isEmpty()) {
        derived = derived.isEmpty() ? new ArrayList<>() : derived;
        addMissing(more, derived);
      }
    }
    return derived;
  }

  private static void addMissing(List<Field> fields, List<Field> target) {
    for (Field field : fields) {
      if (!target.contains(field)) {
        target.add(field);
      }
    }
  }

  /** Reads the values of some derived fields, if the offer gives them, and of their inputs. */
  private Offer read(Segment source, int row, List<Field> derived) {
    Offer.Builder offer = Offer.builder().set(schema.idField(), source.id(row));
    for (Field field : derived) {
      List<Field> inputs = Objects.requireNonNull(inputs(field));
      inputs.forEach(input -> StoredOffers.copy(source, row, input, offer));
      if (field.isStored()) {
        StoredOffers.copy(source, row, field, offer);
      }
    }
    return StoredOffers.withoutDerivable(offer.buildPart());
  }
}
