/**
 * Reads requests for invoices, ledger entries and billing identities, and writes billing histories
 * as JSON.
 *
 * <p>{@link io.offerengine.json.invoice.InvoiceCodec} is the entry point. Amounts are decimal in
 * every step.
 */
@NullMarked
package io.offerengine.json.invoice;

import org.jspecify.annotations.NullMarked;
