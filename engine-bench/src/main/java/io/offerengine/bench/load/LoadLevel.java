package io.offerengine.bench.load;

/**
 * The measurements over one number of connections.
 *
 * @param connections number of connections
 * @param flatOut each connection sends its next request after the last response
 * @param offeredRate the rate of the paced requests, a second
 * @param paced the paced requests
 */
record LoadLevel(int connections, Measured flatOut, double offeredRate, Measured paced) {}
