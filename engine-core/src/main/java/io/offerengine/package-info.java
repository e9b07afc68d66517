/** The engine that holds offers and answers queries over immutable snapshots of them. */
@NullMarked
package io.offerengine;

import org.jspecify.annotations.NullMarked;
