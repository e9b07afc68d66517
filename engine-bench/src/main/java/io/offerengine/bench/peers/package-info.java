/**
 * The engine and its peers, behind one interface; other ways to find saved searches behind another.
 */
@NullMarked
package io.offerengine.bench.peers;

import org.jspecify.annotations.NullMarked;
