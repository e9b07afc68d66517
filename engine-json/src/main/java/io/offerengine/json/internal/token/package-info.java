/**
 * Tokens, values and positions of JSON texts.
 *
 * <p>{@link io.offerengine.json.internal.token.InputRules} opens a text as {@link
 * io.offerengine.json.internal.token.JsonInput}, which returns one token after the other. Jackson's
 * parser is behind that class, and no other package sees its errors. Every error has a position.
 */
@NullMarked
package io.offerengine.json.internal.token;

import org.jspecify.annotations.NullMarked;
