package io.offerengine.internal.exec;

/**
 * How long the phases of one search took, in nanoseconds.
 *
 * @param planning the time in which plans were chosen
 * @param searching the time in which plans ran
 * @param collecting the time in which the best rows were put in order and handed out
 */
public record SearchTimes(long planning, long searching, long collecting) {}
