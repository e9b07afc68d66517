package io.offerengine.schema;

/**
 * A column that each segment has for the values of a hot computed field under {@linkplain
 * Arguments#usual usual arguments}. Searches that bring such arguments read the field as if it were
 * stored.
 *
 * @param field the field
 * @param arguments the arguments; if the formula has the same values under several, the first
 * @param slot the position of the column in a segment, behind the columns of all fields
 */
public record UsualColumn(Field field, Arguments arguments, int slot) {}
