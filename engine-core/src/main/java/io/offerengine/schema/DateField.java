package io.offerengine.schema;

import java.time.LocalDate;

/** A field of dates without a time of day or a zone. */
public final class DateField extends TimeField<LocalDate> {
  DateField(FieldBuilder<?> from, int ordinal, int slot) {
    super(from, ordinal, slot);
  }
}
