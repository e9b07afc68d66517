/** Runs plans: the plan operators, and the collectors of the best rows. */
@NullMarked
package io.offerengine.internal.exec;

import org.jspecify.annotations.NullMarked;
