/**
 * The engine and its snapshots, results, explanations and statistics. Start at {@link
 * io.offerengine.OfferEngine}; the page of the module has a first program.
 */
@NullMarked
package io.offerengine;

import org.jspecify.annotations.NullMarked;
