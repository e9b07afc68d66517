/**
 * A log on Apache Kafka.
 *
 * <p>Programs that use this package need kafka-clients beside this module.
 */
@NullMarked
package io.offerengine.cluster.kafka;

import org.jspecify.annotations.NullMarked;
