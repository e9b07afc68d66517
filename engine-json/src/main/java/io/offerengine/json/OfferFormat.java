package io.offerengine.json;

import io.offerengine.schema.Schema;

/**
 * What all readers of one codec share.
 *
 * <p><b>Threads.</b> Immutable.
 */
record OfferFormat(Schema schema, InputRules rules, FieldKeys keys, int maxSkippedNames) {
  static OfferFormat of(Schema schema, InputRules rules, int maxSkippedNames) {
    return new OfferFormat(schema, rules, new FieldKeys(schema, rules), maxSkippedNames);
  }
}
