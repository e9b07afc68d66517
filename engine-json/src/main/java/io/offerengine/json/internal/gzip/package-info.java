/**
 * Compresses search responses with gzip, knowing that all rows have the same keys in the same order
 * (decision 74).
 */
package io.offerengine.json.internal.gzip;
