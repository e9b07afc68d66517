/** Trains the codes with which search responses are compressed. */
package io.offerengine.bench.gzip;
