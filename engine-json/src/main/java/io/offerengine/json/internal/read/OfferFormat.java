package io.offerengine.json.internal.read;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.offerengine.json.internal.token.InputRules;
import io.offerengine.schema.Field;
import io.offerengine.schema.Schema;

/**
 * The part of a reader that all readers of one codec share.
 *
 * <p><b>Threads.</b> Immutable.
 *
 * @param schema the fields of an offer
 * @param rules the limits and the errors
 * @param keys by the ordinal of a field: the bytes of its name, the closing quotation mark and the
 *     colon
 * @param maxSkippedNames the number of unknown fields that are counted by name
 * @param refusesUnknown whether an unknown field is an error
 */
@SuppressWarnings("ArrayRecordComponent") // never changed
public record OfferFormat(
    Schema schema, InputRules rules, byte[][] keys, int maxSkippedNames, boolean refusesUnknown) {
  /** Creates the shared part for a schema. */
  public static OfferFormat of(Schema schema, InputRules rules, int maxSkippedNames) {
    byte[][] keys =
        schema.fields().stream()
            .map(field -> (field.name() + "\":").getBytes(UTF_8))
            .toArray(byte[][]::new);
    return new OfferFormat(schema, rules, keys, maxSkippedNames, false);
  }

  /** Returns the same part for a codec that refuses unknown fields. */
  public OfferFormat refusingUnknown() {
    return new OfferFormat(schema, rules, keys, maxSkippedNames, true);
  }

  /** Returns whether the name of every field needs no escapes and is within the limits. */
  boolean hasPlainNames() {
    return schema.fields().stream()
        .map(Field::name)
        .allMatch(name ->
            name.length() <= rules.maxTextLength()
                && name.chars().noneMatch(c -> c < ' ' || c == '"' || c == '\\'));
  }
}
