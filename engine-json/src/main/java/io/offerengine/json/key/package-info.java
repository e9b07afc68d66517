/**
 * Reads requests for API keys, and writes keys without their secrets as JSON.
 *
 * <p>{@link io.offerengine.json.key.KeyCodec} is the entry point.
 */
@NullMarked
package io.offerengine.json.key;

import org.jspecify.annotations.NullMarked;
