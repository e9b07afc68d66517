package io.offerengine.schema;

/**
 * What an offer says that gives true for a derived flag and nothing for the field that the flag
 * follows from.
 *
 * @param flag a derived boolean field
 * @param source the stored field that the flag follows from
 * @param value the value of the source for which the flag is true: a {@link Long}, {@link Double},
 *     {@link Boolean} or {@link String}, by the type of the source
 */
public record FlagSource(Field flag, Field source, Object value) {}
