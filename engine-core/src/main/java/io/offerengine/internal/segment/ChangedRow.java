package io.offerengine.internal.segment;

import io.offerengine.schema.Field;
import io.offerengine.schema.OfferChanges;
import java.util.List;

/**
 * The row of an offer that an update changes: a copy of the offer's earlier row, but for the values
 * of some fields.
 *
 * @param id the identifier of the offer
 * @param source the segment of the earlier row
 * @param sourceRow the earlier row
 * @param changes what the update changes
 * @param fields the fields whose values are not copied
 * @param values the values of these fields; it need not have those of others
 */
public record ChangedRow(
    long id,
    Segment source,
    int sourceRow,
    OfferChanges changes,
    List<Field> fields,
    StoredRow values)
    implements NewRow {
  @Override
  public double input(Field field) {
    return fields.contains(field) ? values.input(field) : source.numeric(field).number(sourceRow);
  }
}
