/** The operator's routes: ingest of offers, single offers, statistics and the ledger. */
@NullMarked
package io.offerengine.server.admin;

import org.jspecify.annotations.NullMarked;
