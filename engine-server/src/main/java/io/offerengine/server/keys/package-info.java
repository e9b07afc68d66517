/** API keys: who a caller is, and what their key opens. */
@NullMarked
package io.offerengine.server.keys;

import org.jspecify.annotations.NullMarked;
