/** JSON texts as tokens and as plain values, with a position for every error. */
@NullMarked
package io.offerengine.json.internal.token;

import org.jspecify.annotations.NullMarked;
