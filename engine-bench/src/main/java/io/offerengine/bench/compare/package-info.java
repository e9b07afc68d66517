/** The engine beside its peers: timed, tabled, written down and drawn. */
@NullMarked
package io.offerengine.bench.compare;

import org.jspecify.annotations.NullMarked;
