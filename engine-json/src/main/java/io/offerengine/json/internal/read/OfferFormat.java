package io.offerengine.json.internal.read;

import io.offerengine.json.internal.token.InputRules;
import io.offerengine.schema.Schema;

/**
 * The part of a reader that all readers of one codec share.
 *
 * <p><b>Threads.</b> Immutable.
 *
 * @param schema the fields of an offer
 * @param rules the limits and the errors
 * @param keys the names of the fields as bytes
 * @param maxSkippedNames the number of unknown fields that are counted by name
 * @param refusesUnknown whether an unknown field is an error
 */
public record OfferFormat(
    Schema schema, InputRules rules, FieldKeys keys, int maxSkippedNames, boolean refusesUnknown) {
  /** Creates the shared part for a schema. */
  public static OfferFormat of(Schema schema, InputRules rules, int maxSkippedNames) {
    return new OfferFormat(schema, rules, new FieldKeys(schema, rules), maxSkippedNames, false);
  }

  /** Returns the same part for a codec that refuses unknown fields. */
  public OfferFormat refusingUnknown() {
    return new OfferFormat(schema, rules, keys, maxSkippedNames, true);
  }
}
