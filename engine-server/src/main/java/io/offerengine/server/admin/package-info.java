/** The operator's routes: changes of offers, statistics, ledger entries and billing identities. */
@NullMarked
package io.offerengine.server.admin;

import org.jspecify.annotations.NullMarked;
