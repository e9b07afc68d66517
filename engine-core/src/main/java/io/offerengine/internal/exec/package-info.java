/** Runs plans: one plan operator for each kind of plan, and the collectors of the best rows. */
@NullMarked
package io.offerengine.internal.exec;

import org.jspecify.annotations.NullMarked;
