package io.offerengine.internal.segment;

import io.offerengine.internal.column.Bits;
import io.offerengine.internal.column.Column;
import io.offerengine.internal.column.TextColumn;
import io.offerengine.schema.Derivation;
import io.offerengine.schema.Field;
import io.offerengine.schema.Offer;
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

  private final SealedSegment segment;
  private final Field field;
  private final Derivation derivation;

  /** The stored fields that decide what is derived. */
  private final List<Field> inputs;

  private GivenValues(SealedSegment segment, Field field, Derivation derivation) {
    this.segment = segment;
    this.field = field;
    this.derivation = derivation;
    List<Field> declared = derivation.inputs();
    this.inputs =
        segment.schema().columns().stream()
            .filter(input -> input.isStored() && input.derivation() == null)
            .filter(input -> declared == null || declared.contains(input))
            .toList();
  }

  /**
   * Returns a bitmap of the rows whose offers gave the value of a field, by the code that derived
   * the others; null if all present values were given.
   */
  static long @Nullable [] rows(SealedSegment segment, Field field) {
    Derivation derivation = field.derivation();
    return derivation == null ? null : new GivenValues(segment, field, derivation).rows();
  }

  private long[] rows() {
    long[] given = new long[Bits.wordCount(segment.size())];
    Column stored = segment.column(field);
    TextColumn text = onlyText();
    // The derived value of each code, absent texts first; null before it is known.
    Object[] byCode = new Object[text == null ? 0 : text.codeCount() + 1];
    for (int row = 0; row < segment.size(); row++) {
      if (stored.isPresent(row)) {
        Object derived = text == null ? derive(row) : derive(row, text.code(row) + 1, byCode);
        if (!derived.equals(StoredOffers.value(stored, row, field))) {
          Bits.set(given, row);
        }
      }
    }
    return given;
  }

  /** Returns the column of the text that the derivation reads alone; null if it reads others. */
  private @Nullable TextColumn onlyText() {
    return inputs.size() == 1 && segment.column(inputs.get(0)) instanceof TextColumn text
        ? text
        : null;
  }

  private Object derive(int row, int code, @Nullable Object[] byCode) {
    Object known = byCode[code];
    if (known == null) {
      known = derive(row);
      byCode[code] = known;
    }
    return known;
  }

  private Object derive(int row) {
    Offer.Builder offer = Offer.builder(segment.schema());
    for (Field input : inputs) {
      StoredOffers.copy(segment, row, input, offer);
    }
    Object derived = StoredOffers.derived(derivation, offer.buildPart());
    return Objects.requireNonNullElse(derived, NEVER_DERIVED);
  }
}
