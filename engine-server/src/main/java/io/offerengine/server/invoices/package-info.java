/** Billing histories: the ledger that stores them, and the service that reports them. */
@NullMarked
package io.offerengine.server.invoices;

import org.jspecify.annotations.NullMarked;
