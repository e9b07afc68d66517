package io.offerengine.internal.segment;

import io.offerengine.schema.Field;
import io.offerengine.schema.OfferChanges;
import java.util.List;

/**
 * The new row of an updated offer: a copy of the old row, except the values of {@code fields}.
 *
 * @param id the identifier of the offer
 * @param source the segment of the old row
 * @param sourceRow the old row
 * @param changes what the update changes
 * @param fields the fields whose values are not copied
 * @param values has the values of {@code fields}; values of other fields may be missing
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
