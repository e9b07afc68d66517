/** Billing histories as JSON: reports out, ledger entries and billing identities in. */
@NullMarked
package io.offerengine.json.invoice;

import org.jspecify.annotations.NullMarked;
