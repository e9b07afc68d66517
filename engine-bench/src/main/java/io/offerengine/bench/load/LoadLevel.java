package io.offerengine.bench.load;

/**
 * The measurements with one number of connections.
 *
 * @param connections number of connections
 * @param flatOut each connection sends its next request after the last response
 * @param offeredRate the paced requests per second
 * @param paced the paced requests
 */
record LoadLevel(int connections, Measured flatOut, double offeredRate, Measured paced) {}
