package io.offerengine.log;

/**
 * The end of a log, and what holds for all of it.
 *
 * @param position the last entry
 * @param trimmed entries up to this number may be gone
 * @param accepted the number of the last marker by which an operator accepted the log; 0 for none
 * @param generation the number of the generation that may append
 */
record LogHead(Position position, long trimmed, long accepted, int generation) {}
