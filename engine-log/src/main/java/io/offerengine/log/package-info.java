/**
 * Durable engines: one log of what batches changed, in a SQL database, and engines that follow it;
 * or engines that follow a topic of Apache Kafka.
 *
 * <p>A {@link io.offerengine.log.DurableEngine} appends each batch as an entry of the log before
 * searches can see the batch. Its version is the number of the last entry. A <em>base</em> has all
 * offers as of one entry, so that a start reads the base and the entries after it alone.
 *
 * <p>Entries and bases have one form ({@code ChangeForm}), which every later build reads.
 */
@NullMarked
package io.offerengine.log;

import org.jspecify.annotations.NullMarked;
