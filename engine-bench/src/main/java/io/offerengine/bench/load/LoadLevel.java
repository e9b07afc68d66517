package io.offerengine.bench.load;

/**
 * What was measured over one number of connections.
 *
 * @param connections how many there were
 * @param flatOut as many requests as were answered, each connection its next after the last
 * @param offered the rate of the paced requests, a second
 * @param paced what came of these
 */
record LoadLevel(int connections, Measured flatOut, double offered, Measured paced) {}
