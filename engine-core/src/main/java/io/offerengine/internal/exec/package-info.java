/** The running of a plan, segment by segment, into the best rows. */
@NullMarked
package io.offerengine.internal.exec;

import org.jspecify.annotations.NullMarked;
