package io.offerengine.schema;

/**
 * A field of places such as {@code Montana, US}. A condition with a two-letter country code accepts
 * all places of the country.
 */
public final class PlaceField extends TextualField {
  PlaceField(FieldBuilder<?> from, int ordinal, int slot) {
    super(from, ordinal, slot);
  }
}
