package io.offerengine.json;

import io.offerengine.schema.Schema;
import tools.jackson.core.json.JsonFactory;

/**
 * What all readers of one codec share.
 *
 * <p><b>Threads.</b> Immutable.
 */
record OfferFormat(Schema schema, JsonFactory factory, JsonLimits limits, FieldKeys keys) {
  static OfferFormat of(Schema schema, JsonLimits limits) {
    return new OfferFormat(
        schema, JsonInput.factory(limits), limits, new FieldKeys(schema, limits));
  }
}
