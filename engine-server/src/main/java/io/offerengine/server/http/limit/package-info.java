/** Limits that clients share: rates, budgets, the pace of bodies, turns at the processors. */
@NullMarked
package io.offerengine.server.http.limit;

import org.jspecify.annotations.NullMarked;
