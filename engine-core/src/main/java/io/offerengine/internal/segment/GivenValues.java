package io.offerengine.internal.segment;

import io.offerengine.internal.column.Bits;
import io.offerengine.schema.Derivation;
import io.offerengine.schema.Field;
import io.offerengine.schema.Offer;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which values of fields that are derived unless given were given, by the rule of {@link
 * StoredOffers}. Another schema may derive other values, so that this rule would no longer tell.
 */
final class GivenValues {
  private final SealedSegment segment;
  private final Map<Field, long[]> rows = new LinkedHashMap<>();

  /** Finds the given values of a segment, by the code that derived the others. */
  GivenValues(SealedSegment segment) {
    this.segment = segment;
    for (Field field : segment.schema().columns()) {
      if (field.isStored() && field.derivation() != null) {
        rows.put(field, new long[Bits.wordCount(segment.size())]);
      }
    }
    if (!rows.isEmpty()) {
      fill(inputs());
    }
  }

  /** Returns the stored fields that decide what is derived. */
  private List<Field> inputs() {
    List<Field> stored = segment.schema().columns().stream().filter(Field::isStored).toList();
    Set<Field> read = new HashSet<>();
    for (Field field : rows.keySet()) {
      List<Field> declared = Objects.requireNonNull(field.derivation()).inputs();
      read.addAll(declared == null ? stored : declared);
    }
    return stored.stream()
        .filter(field -> !rows.containsKey(field))
        .filter(read::contains)
        .toList();
  }

  private void fill(List<Field> inputs) {
    for (int row = 0; row < segment.size(); row++) {
      Offer.Builder offer = Offer.builder(segment.schema());
      copy(row, inputs, offer);
      Offer read = offer.buildPart();
      copy(row, rows.keySet(), offer);
      mark(row, offer.buildPart(), read);
    }
  }

  private void copy(int row, Iterable<Field> fields, Offer.Builder offer) {
    for (Field field : fields) {
      StoredOffers.copy(segment, row, field, offer);
    }
  }

  private void mark(int row, Offer stored, Offer inputs) {
    rows.forEach((field, bits) -> {
      if (stored.has(field) && !isDerived(field, stored, inputs)) {
        Bits.set(bits, row);
      }
    });
  }

  private static boolean isDerived(Field field, Offer stored, Offer inputs) {
    Derivation derivation = Objects.requireNonNull(field.derivation());
    try {
      return StoredOffers.isDerived(stored, field, derivation, inputs);
    } catch (IllegalStateException e) {
      // A derivation that fails for this offer can't have given the value.
      return false;
    }
  }

  /** Returns a bitmap of the rows whose offers gave the value; null if all present ones did. */
  long @Nullable [] rows(Field field) {
    return rows.get(field);
  }
}
