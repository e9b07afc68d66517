package io.offerengine.schema;

import java.time.LocalDate;

/**
 * A field of dates without a time of day or a zone.
 *
 * <pre>{@code
 * Schema.Builder jobs = Schema.builder("jobs", "job");
 * DateField starts = jobs.date("starts").add();
 * Schema board = jobs.build();
 * Query soon = Query.where(starts.lt(LocalDate.parse("2026-12-24"))).build();
 * }</pre>
 */
public final class DateField extends TimeField<LocalDate> {
  DateField(FieldBuilder<?> from, int ordinal, int slot) {
    super(from, ordinal, slot);
  }
}
