/** Billing histories: where they are kept, how they are told and how an account stands. */
@NullMarked
package io.offerengine.server.invoices;

import org.jspecify.annotations.NullMarked;
