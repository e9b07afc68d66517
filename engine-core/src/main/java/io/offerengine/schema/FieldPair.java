package io.offerengine.schema;

/**
 * Two fields of which a schema says that they belong together: they have a common index ({@link
 * Schema#pairs}), or each prunes ranges of the other ({@link Schema#prunedPairs}).
 *
 * @param first the field that was named first; a text, version or location if the pair has an index
 * @param second the other field; an integer, number or boolean
 */
public record FieldPair(Field first, Field second) {}
