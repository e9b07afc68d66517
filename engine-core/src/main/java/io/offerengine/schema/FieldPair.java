package io.offerengine.schema;

/**
 * Two stored fields that searches often restrict together: one value of the first, a range of the
 * second. Segments keep the rows of every pair of values together, where both fields have few.
 *
 * @param first a text, version or place
 * @param second an integer, number or boolean
 */
public record FieldPair(Field first, Field second) {}
