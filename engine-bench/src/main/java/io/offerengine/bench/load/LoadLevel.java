package io.offerengine.bench.load;

/**
 * The measurements with one number of connections.
 *
 * @param connections number of connections
 * @param flatOut each connection sends its next request after the last response
 * @param offeredRate the paced requests per second
 * @param paced the paced requests that the server answered
 * @param refused the paced requests for which it had no room
 */
record LoadLevel(
    int connections, Measured flatOut, double offeredRate, Measured paced, Measured refused) {}
