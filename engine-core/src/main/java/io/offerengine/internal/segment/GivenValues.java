package io.offerengine.internal.segment;

import io.offerengine.internal.column.Bits;
import io.offerengine.internal.column.Column;
import io.offerengine.internal.column.TextColumn;
import io.offerengine.schema.Derivation;
import io.offerengine.schema.Field;
import io.offerengine.schema.Offer;
import io.offerengine.schema.Schema;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Which values of a field that is derived unless given were given, by the rule of {@link
 * StoredOffers}. Another schema may derive other values, so that this rule would no longer tell.
 *
 * <p><b>Cost.</b> A call of the derivation for each distinct text if it reads one text alone, and
 * for each row otherwise.
 */
final class GivenValues {
  /** Stands for what is derived where nothing is, or where the derivation fails. */
  private static final Object NEVER_DERIVED = new Object();

  private GivenValues() {}

  /**
   * Returns a bitmap of the rows whose offers gave the value of a field, by the code that derived
   * the others; null if all present values were given.
   */
  static long @Nullable [] rows(SealedSegment segment, Field field) {
    Derivation derivation = field.derivation();
    if (derivation == null) {
      return null;
    }
    List<Field> inputs = inputs(segment.schema(), derivation.inputs());
    TextColumn onlyText =
        inputs.size() == 1 && segment.column(inputs.get(0)) instanceof TextColumn text
            ? text
            : null;
    // The derived value of each code, absent texts first; null before it is known. Without a single
    // text, the one place has that of the row.
    Object[] byCode = new Object[onlyText == null ? 1 : onlyText.dictionary().size() + 1];
    long[] given = new long[Bits.wordCount(segment.size())];
    Column stored = segment.column(field);
    for (int row = 0; row < segment.size(); row++) {
      if (stored.isPresent(row)) {
        int code = onlyText == null ? 0 : onlyText.code(row) + 1;
        if (onlyText == null || byCode[code] == null) {
          byCode[code] = derive(segment, row, inputs, derivation);
        }
        if (!byCode[code].equals(StoredOffers.value(stored, row, field))) {
          Bits.set(given, row);
        }
      }
    }
    return given;
  }

  /** Returns the stored fields that decide what is derived, among those declared if these are. */
  private static List<Field> inputs(Schema schema, @Nullable List<Field> declared) {
    return schema.columns().stream()
        .filter(input -> input.isStored() && input.derivation() == null)
        .filter(input -> declared == null || declared.contains(input))
        .toList();
  }

  private static Object derive(
      SealedSegment segment, int row, List<Field> inputs, Derivation derivation) {
    Offer.Builder offer = Offer.builder(segment.schema());
    for (Field input : inputs) {
      StoredOffers.copy(segment, row, input, offer);
    }
    Object derived = StoredOffers.derived(derivation, offer.buildPart());
    return Objects.requireNonNullElse(derived, NEVER_DERIVED);
  }
}
