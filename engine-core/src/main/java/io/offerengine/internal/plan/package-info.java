/** The choice of a plan for a query, from what each clause says it costs. */
@NullMarked
package io.offerengine.internal.plan;

import org.jspecify.annotations.NullMarked;
