package io.offerengine.bench.load;

import org.jspecify.annotations.Nullable;

/**
 * The outcome of a run in which the server may refuse requests.
 *
 * @param accepted the requests that the server answered
 * @param refused the requests for which the server had no room
 * @param refusal what the server said to one of those; null if there was none
 */
record Overload(Measured accepted, Measured refused, @Nullable String refusal) {}
