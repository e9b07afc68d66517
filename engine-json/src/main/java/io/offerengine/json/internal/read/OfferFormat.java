package io.offerengine.json.internal.read;

import io.offerengine.json.internal.token.InputRules;
import io.offerengine.schema.Schema;

/**
 * What all readers of one codec share.
 *
 * <p><b>Threads.</b> Immutable.
 */
public record OfferFormat(Schema schema, InputRules rules, FieldKeys keys, int maxSkippedNames) {
  public static OfferFormat of(Schema schema, InputRules rules, int maxSkippedNames) {
    return new OfferFormat(schema, rules, new FieldKeys(schema, rules), maxSkippedNames);
  }
}
