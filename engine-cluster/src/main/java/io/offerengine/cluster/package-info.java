/**
 * Engines on many machines that follow one log of changes.
 *
 * <p>A {@link io.offerengine.cluster.ChangeLog} orders all batches. The offers after batch n are a
 * function of the log up to n alone, so all engines that have applied the same batches have the
 * same offers.
 */
@NullMarked
package io.offerengine.cluster;

import org.jspecify.annotations.NullMarked;
