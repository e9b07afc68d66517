/**
 * Offers as Java records: {@link io.offerengine.record.RecordMapper} makes the fields of a schema
 * from the components of a record, offers from records, and records from results.
 */
@NullMarked
package io.offerengine.record;

import org.jspecify.annotations.NullMarked;
