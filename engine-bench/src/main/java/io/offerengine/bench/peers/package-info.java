/** The engine and its peers, behind one interface. */
@NullMarked
package io.offerengine.bench.peers;

import org.jspecify.annotations.NullMarked;
