package io.offerengine.schema;

/**
 * Two fields that a schema combines. The fields of {@link Schema#pairs} have a common index. The
 * fields of {@link Schema#prunedPairs} grow or fall together, so that a range of one field excludes
 * many values of the other.
 *
 * @param first the field that was named first; a text, version or location if the pair has an index
 * @param second the other field; an integer, number or boolean
 */
public record FieldPair(Field first, Field second) {}
