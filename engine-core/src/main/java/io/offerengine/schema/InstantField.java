package io.offerengine.schema;

import java.time.Instant;

/**
 * A field of instants from 1677 to 2262, exact to the nanosecond.
 *
 * <pre>{@code
 * Schema.Builder jobs = Schema.builder("jobs", "job");
 * InstantField posted = jobs.instant("posted").hot().add();
 * Schema board = jobs.build();
 * Instant yesterday = Instant.now().minus(Duration.ofDays(1));
 * Query latest = Query.where(posted.gte(yesterday)).orderBy(posted.descending()).build();
 * }</pre>
 */
public final class InstantField extends TimeField<Instant> {
  InstantField(FieldBuilder<?> from, int ordinal, int slot) {
    super(from, ordinal, slot);
  }
}
