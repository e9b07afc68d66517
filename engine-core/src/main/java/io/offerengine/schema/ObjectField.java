package io.offerengine.schema;

/**
 * A group of computed numbers, the {@linkplain #members members}, which results show as one object.
 * Neither conditions nor orders can name it.
 */
public final class ObjectField extends Field {
  ObjectField(FieldBuilder<?> from, int ordinal, int slot) {
    super(from, ordinal, slot);
  }
}
