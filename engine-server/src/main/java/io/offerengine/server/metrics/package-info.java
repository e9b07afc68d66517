/** The figures of a running service, in the formats of Prometheus. */
@NullMarked
package io.offerengine.server.metrics;

import org.jspecify.annotations.NullMarked;
