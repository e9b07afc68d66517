/** The engine and what it is compared with, all behind one interface. */
@NullMarked
package io.offerengine.bench.peers;

import org.jspecify.annotations.NullMarked;
