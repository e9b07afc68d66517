/**
 * The operator's routes: ingest of offers, single offers, statistics, ledger entries and billing
 * identities.
 */
@NullMarked
package io.offerengine.server.admin;

import org.jspecify.annotations.NullMarked;
