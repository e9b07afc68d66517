/** Who may call: users, their keys and what a key opens. */
@NullMarked
package io.offerengine.server.keys;

import org.jspecify.annotations.NullMarked;
